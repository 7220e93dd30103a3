import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { setUpWorld } from "../../../test/world.ts";
import { adminCheck } from "../../admin/index.ts";
import { eventHash } from "../../events/hash.ts";
import { newPlan, newSpec } from "../../modules/plans/scene.test-support.ts";
import { migrate } from "../migrate.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  it("keeps the chain of an older database whole, continues it, and shows its events by the current handles", async () => {
    const plan = await newPlan(world.bob, "/v1/projects/web");
    await withRows(world, async (db) => {
      for (const name of ["events_type", "events_actor"]) await sql`drop index ${sql.raw(name)}`.execute(db);
      for (const column of ["project_slug", "plan_number", "spec_number", "readers"])
        await db.schema.alterTable("events").dropColumn(column).execute();
      await sql`delete from migrations where name = '030-events'`.execute(db);
      // Hashes written by an older version.
      const nothing = { project_slug: null, plan_number: null, spec_number: null, readers: null };
      const hashes = new Map<string, { seq: number; hash: string }>();
      for (const row of await db
        .selectFrom("events")
        .selectAll()
        .orderBy("workspace_id")
        .orderBy("seq")
        .execute()) {
        const { workspace_id, seq } = row;
        const hash = eventHash(hashes.get(workspace_id)?.hash ?? "", { ...row, ...nothing });
        hashes.set(workspace_id, { seq, hash });
        await db
          .updateTable("events")
          .set({ hash })
          .where("workspace_id", "=", workspace_id)
          .where("seq", "=", seq)
          .execute();
      }
      for (const [id, { hash }] of hashes)
        await db.updateTable("event_heads").set({ hash }).where("workspace_id", "=", id).execute();
      await migrate(db);
    });
    expect((await adminCheck(world.env)).problems).toEqual([]);
    await newSpec(world.bob, plan);
    expect((await adminCheck(world.env)).problems).toEqual([]);
    expect((await world.alice.get("/v1/audit?limit=2")).body.entries).toMatchObject([
      { type: "spec.created", projectSlug: "web", planShortId: plan.shortId, specShortId: "SPEC-1" },
      { type: "plan.created", projectSlug: "web", planShortId: plan.shortId },
    ]);
    await withRows(world, async (db) => {
      await db
        .updateTable("events")
        .set({ project_slug: "other" })
        .where("type", "=", "plan.created")
        .execute();
    });
    expect((await adminCheck(world.env)).problems).toHaveLength(1);
  });
});
