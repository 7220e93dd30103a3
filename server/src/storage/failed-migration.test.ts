import { describe, expect, it } from "vitest";
import { databases } from "../../test/databases.ts";
import { onRows } from "../../test/own-connection.ts";
import { readConfig } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { openDatabase } from "../open-database.ts";

const open = (env: Record<string, string>) => openDatabase(readConfig(env), () => {});

describe.each(databases)("$database", ({ create }) => {
  it.each([
    ["054-plan-needs", /dependencies_of_plans"? already exists/],
    ["046-snoozes", /(duplicate column|already exists)/],
  ])(
    "a start whose migration %s fails names it with the database's words, and changes nothing",
    async (name, words) => {
      const database = await create("migrated");
      await onRows(database.env, async (db) => {
        await db
          .deleteFrom("migrations" as never)
          .where("name" as never, "=", name as never)
          .execute();
      });
      for (let tries = 0; tries < 2; tries++) {
        const error = await open(database.env).catch((error: unknown) => error);
        expect(error).toBeInstanceOf(ConfigError);
        const { message } = error as Error;
        expect(message).toContain(`The migration ${name} of the database failed: `);
        expect(message).toMatch(words);
        expect(message).not.toMatch(/rights|its host/);
      }
      const applied = await onRows(database.env, (db) =>
        db
          .selectFrom("migrations" as never)
          .selectAll()
          .execute(),
      );
      expect(applied).not.toContainEqual(expect.objectContaining({ name }));
      await database.drop();
    },
  );
});
