import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { form, formHeaders } from "../../../test/form.ts";
import { withRows } from "../../../test/own-connection.ts";
import { setUpWorld } from "../../../test/world.ts";
import { migrate } from "../migrate.ts";

describe.each(databases)("$database", ({ create, database }) => {
  const world = setUpWorld(create, { jobs: "off" });

  const used = async () => (await world.alice.get("/v1/workspace")).body.storage.usedBytes;

  it("counts an older database's contents, and continues from there", async () => {
    const { alice } = world;
    await alice.post("/v1/context", { title: "A text", text: "a".repeat(1000) });
    const body = form([{ file: "a.txt", type: "text/plain", body: "b".repeat(500) }]);
    await alice.post("/v1/context/upload", body, formHeaders);
    await withRows(world, async (db) => {
      const triggers = ["files", "context_sources"].flatMap((table) =>
        database === "SQLite"
          ? ["added", "changed", "removed"].map((end) => `drop trigger ${table}_${end}`)
          : [`drop trigger ${table}_counted on ${table}`, `drop function count_${table}()`],
      );
      for (const statement of [...triggers, "drop table workspace_storage"])
        await sql.raw(statement).execute(db);
      await sql`delete from migrations where name = '063-workspace-storage'`.execute(db);
      await migrate(db);
    });
    expect(await used()).toBe(1500);
    const { sources } = (await alice.get("/v1/context")).body;
    const text = sources.find(({ title }: { title: string }) => title === "A text");
    await alice.patch(`/v1/context/${text.id}`, { text: "a".repeat(200) });
    expect(await used()).toBe(700);
    await alice.delete(`/v1/context/${text.id}`);
    expect(await used()).toBe(500);
  });
});
