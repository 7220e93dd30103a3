import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { setUpWorld } from "../../../test/world.ts";
import { gradeAgain } from "../../storage/migrations/008-plan-questions.ts";
import { newPlan, newSpec } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  it("grades plans and specs of an older rubric again, also more than one transaction's", async () => {
    const plan = await newPlan(world.bob, project, { description: "## Open questions\n- The limit\n" });
    const content =
      "Contacts come from a file.\n\n## Done when\n\n1. A row without an address is listed as skipped.\n";
    const specs = Array.from({ length: 60 }, (_, index) => ({ title: `Spec ${index}`, content }));
    await world.bob.post(`${plan.path}/specs/batch`, { specs });
    const rated = await newSpec(world.bob, plan, { content, readiness: 1 });
    const kept = () =>
      world.context.db
        .selectFrom("specs")
        .innerJoin("plans", "plans.id", "specs.plan_id")
        .select([
          "specs.readiness_computed",
          "specs.revision",
          "specs.updated_at",
          "plans.has_open_questions",
        ])
        .where("specs.plan_id", "=", plan.id)
        .orderBy("specs.id")
        .execute();
    const made = await kept();
    await withRows(world, async (db) => {
      await db.updateTable("specs").set({ readiness_computed: 1 }).where("plan_id", "=", plan.id).execute();
      await db.updateTable("plans").set({ has_open_questions: 0 }).where("id", "=", plan.id).execute();
      await gradeAgain(db);
      await gradeAgain(db);
      const jobs = await db.selectFrom("jobs").select("id").where("kind", "=", "specs.grade").execute();
      expect(jobs).toHaveLength(1);
    });
    expect(await kept()).not.toEqual(made);
    for (let tries = 0; tries < 100 && JSON.stringify(await kept()) !== JSON.stringify(made); tries++) {
      world.context.jobs.wake();
      await sleep(50);
    }
    expect(await kept()).toEqual(made);
    expect((await world.bob.get(rated.path)).body.spec.readiness).toBe(1);
  });

  it("shows a new grade under a new ETag, without an event, a version or a change of its own", async () => {
    const plan = await newPlan(world.bob, project);
    const content =
      "Contacts come from a file.\n\n## Done when\n\n- [ ] A row without an address is listed as skipped.\n";
    const spec = await newSpec(world.bob, plan, { content });
    const read = async () => {
      const [one, list] = [await world.bob.get(spec.path), await world.bob.get(`${plan.path}/specs`)];
      const versions = await world.bob.get(`${spec.path}/versions`);
      const pushes = await world.bob.get(`${plan.path}/push-status`);
      return { one, list, rest: [versions.body, pushes.body] };
    };
    const lastEvent = () =>
      world.context.db
        .selectFrom("events")
        .select(({ fn }) => fn.max("seq").as("seq"))
        .executeTakeFirst();
    await withRows(world, async (db) => {
      await db.updateTable("specs").set({ readiness_computed: 2 }).where("id", "=", spec.id).execute();
    });
    const before = { ...(await read()), event: await lastEvent() };
    await withRows(world, async (db) => gradeAgain(db));
    world.context.jobs.wake();
    await expect.poll(async () => (await read()).one.body.spec.readiness).toBe(5);
    const after = await read();
    expect(after.one.headers.etag).not.toBe(before.one.headers.etag);
    expect(after.list.body.specs[0].readiness).toBe(after.one.body.spec.readiness);
    const headers = { "If-None-Match": String(before.one.headers.etag) };
    expect((await world.bob.get(spec.path, headers)).status).toBe(200);
    expect(after.one.body.spec).toEqual({
      ...before.one.body.spec,
      readiness: after.one.body.spec.readiness,
      readinessLabel: after.one.body.spec.readinessLabel,
    });
    expect(after.rest).toEqual(before.rest);
    expect(await lastEvent()).toEqual(before.event);
  });
});
