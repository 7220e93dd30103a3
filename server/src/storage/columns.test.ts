import { expect, it } from "vitest";
import { databases } from "../../test/databases.ts";
import { readConfig } from "../config/config.ts";
import { openWithoutMigrating } from "../open-database.ts";
import { columnsOf } from "./columns.ts";

it("Both databases declare the same columns, of the types that a restore knows", async () => {
  const schemas = [];
  for (const { create } of databases) {
    const database = await create();
    const db = await openWithoutMigrating(readConfig(database.env), "read");
    const columns = await columnsOf(db);
    await db.destroy();
    await database.drop();
    const types = new Set([...columns.values()].flat().map(({ type }) => type));
    expect([...types].toSorted()).toEqual(["bigint", "blob", "integer", "text"]);
    const byName = [...columns].map(([table, own]) => [
      table,
      own.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    ]);
    schemas.push(Object.fromEntries(byName));
  }
  expect(schemas[1]).toEqual(schemas[0]);
});
