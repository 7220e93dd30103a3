import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { setUpWorld } from "../../../test/world.ts";
import { migrate } from "../migrate.ts";

const ids = ["instructions.company", "skill.company.slicing", "format.company.spec"];

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create);

  const tables = ["threads", "anchors", "inbox_items"] as const;
  const stored = () =>
    withRows(world, async (db) => {
      const rows = await Promise.all(
        tables.map((table) => db.selectFrom(table).select("document_id").execute()),
      );
      return rows.flat().map(({ document_id }) => document_id);
    });

  it("the documents of companies have their own ids, and earlier conversations about them are found", async () => {
    const { alice, bob, mallory } = world;
    await alice.put("/v1/instructions", { markdown: "Be brief, and exact." });
    await mallory.put("/v1/instructions", { markdown: "Be brief, and exact." });
    const threads = new Map<string, string>();
    for (const id of ids) {
      const { document } = (await bob.get(`/v1/documents/${id}`)).body;
      const others = (await mallory.get(`/v1/documents/${id}`)).body.document;
      expect(document.id).not.toBe(others.id);
      expect((await bob.get(`/v1/documents/${others.id}`)).status).toBe(404);
      const body = id === ids[0] ? { body: "Why?", anchor: { exact: "exact" } } : { body: "Why?" };
      const made = await bob.post(`/v1/documents/${id}/threads`, body);
      expect(made.body.thread.documentId).toBe(document.id);
      threads.set(made.body.thread.id, document.id);
    }
    const after = await stored();
    expect(after.length).toBeGreaterThan(3);
    expect(JSON.stringify(after)).not.toContain("company");
    await withRows(world, async (db) => {
      for (const table of tables)
        await sql`update ${sql.table(table)} set document_id = replace(document_id, workspace_id, 'company')`.execute(
          db,
        );
      await sql`delete from migrations where name = '062-company-documents'`.execute(db);
      await migrate(db);
    });
    expect(await stored()).toEqual(after);
    for (const [thread, document] of threads)
      for (const id of [document, document.replace(/\.[0-9a-f-]{36}/, ".company")])
        expect((await bob.get(`/v1/documents/${id}/threads/${thread}`)).body.thread?.id, id).toBe(thread);
  });
});
