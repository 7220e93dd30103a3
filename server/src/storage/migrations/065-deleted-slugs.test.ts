import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { setUpWorld } from "../../../test/world.ts";
import { migrate } from "../migrate.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });

  it("gives each deleted project of an older database a separate slug, by which it is restored", async () => {
    const { alice } = world;
    const slugs = ["web", "one", "two", "lone"];
    const ids: string[] = [];
    for (const slug of slugs)
      ids.push((await alice.post("/v1/projects", { name: slug, slug })).body.project.id);
    for (const slug of slugs.slice(1)) await alice.delete(`/v1/projects/${slug}`);
    await withRows(world, async (db) => {
      await sql`drop index projects_slug`.execute(db);
      await sql`create unique index projects_slug on projects (workspace_id, slug) where archived_at is null`.execute(
        db,
      );
      await sql`update projects set slug = 'web' where slug in ('one', 'two')`.execute(db);
      await sql`delete from migrations where name = '065-deleted-slugs'`.execute(db);
      await migrate(db);
    });
    const { projects } = (await alice.get("/v1/projects?archived=true")).body;
    const deleted = new Map(projects.map(({ id, slug }: { id: string; slug: string }) => [id, slug]));
    expect(ids.map((id) => deleted.get(id))).toEqual([
      undefined,
      ...ids.slice(1, 3).map((id) => `web-${id.slice(24)}`),
      "lone",
    ]);
    for (const [id, slug] of deleted)
      expect((await alice.post(`/v1/projects/${slug}/restore`)).body.project.id).toBe(id);
    expect((await alice.get("/v1/projects/web")).body.project.id).toBe(ids[0]);
  });
});
