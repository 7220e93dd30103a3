import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { aRun } from "../../../test/conformance/a-run.ts";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan } from "../../modules/plans/scene.test-support.ts";
import { migrate } from "../migrate.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Alpha" });

  it("runs of an older database belong to the root of their plan", async () => {
    const { alice } = world;
    const root = await newPlan(alice, "/v1/projects/alpha");
    const plan = await newPlan(alice, "/v1/projects/alpha", { parentPlanId: root.id });
    const place = { projectSlug: "alpha", planShortId: plan.shortId ?? "", owner: alice };
    const { runId } = await aRun(place, world, "stopped");
    const roots = await withRows(world, async (db) => {
      await sql`alter table runs drop column root_plan_id`.execute(db);
      await sql`delete from migrations where name = '100-roots-of-runs'`.execute(db);
      await migrate(db);
      return db.selectFrom("runs").select(["id", "root_plan_id"]).execute();
    });
    expect(roots).toEqual([{ id: runId, root_plan_id: root.id }]);
  });
});
