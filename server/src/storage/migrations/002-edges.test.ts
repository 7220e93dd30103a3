import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec } from "../../modules/plans/scene.test-support.ts";
import { migrate } from "../migrate.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  it("gives the dependencies of an older database the same numbers as new ones", async () => {
    const { bob } = world;
    const [plan, other] = [await newPlan(bob, project), await newPlan(bob, project)];
    const first = await newSpec(bob, plan);
    await newSpec(bob, other);
    const second = await newSpec(bob, other, { needsFirst: ["SPEC-1"] });
    await bob.post(`${other.path}/dependencies`, { fromSpecId: second.id, toSpecId: first.id });
    await bob.post(`${other.path}/dependencies`, { fromPlanId: other.id, toPlanId: plan.id });
    await withRows(world, async (db) => {
      const rows = () => db.selectFrom("dependencies").selectAll().orderBy("id").execute();
      const made = await rows();
      expect(made.map((row) => [row.from_number, row.to_number])).toEqual([
        [2, 1],
        [2, 1],
        [null, null],
      ]);
      await sql`drop index dependencies_numbers`.execute(db);
      for (const column of ["from_number", "to_number"])
        await db.schema.alterTable("dependencies").dropColumn(column).execute();
      await sql`delete from migrations where name = '002-edges'`.execute(db);
      await migrate(db);
      expect(await rows()).toEqual(made);
    });
  });
});
