import type { Progress } from "@groundplan/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  beforeAll(async () => {
    await world.alice.post("/v1/projects", { name: "Web" });
  });

  const progressOf = async (path: string, by = world.vera): Promise<Progress> =>
    (await by.get(`${path}/progress`)).body.progress;
  /** Moves all events of now to another day. */
  const pretend = (date: string) =>
    withRows(world, async (db) => {
      const today = new Date().toISOString().slice(0, 10);
      await db
        .updateTable("events")
        .set({ created_at: `${date}T10:00:00.000Z` })
        .where("created_at", ">=", today)
        .execute();
    });

  it("shows specs and efforts with those done by day, sub-plans included", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    const part = await newPlan(bob, project, { parentPlanId: plan.id });
    const other = await newPlan(bob, project);
    const [first, second] = [await newSpec(bob, plan, { effort: 5 }), await newSpec(bob, part, {})];
    const [gone, left] = [await newSpec(bob, plan, { effort: 2 }), await newSpec(bob, part, { effort: 1 })];
    await pretend("2026-01-01");
    await bob.patch(first.path, { status: "DONE" });
    await bob.delete(gone.path);
    await pretend("2026-01-03");
    await bob.post(`${second.path}/move`, { planId: plan.id });
    await bob.patch(`${plan.path}/specs/SPEC-3`, { status: "CANCELLED" });
    await bob.post(`${left.path}/move`, { planId: other.id });
    await pretend("2026-01-05");
    await bob.patch(first.path, { status: "IN_PROGRESS" });
    const { days, unestimated } = await progressOf(plan.path);
    expect(days).toEqual([
      { date: "2026-01-01", specs: 4, done: 0, effort: 10, effortDone: 0 },
      { date: "2026-01-03", specs: 3, done: 1, effort: 8, effortDone: 5 },
      { date: "2026-01-05", specs: 1, done: 1, effort: 5, effortDone: 5 },
      { date: new Date().toISOString().slice(0, 10), specs: 1, done: 0, effort: 5, effortDone: 0 },
    ]);
    expect(unestimated).toBe(0);
  });

  it("counts open specs that are below ready, overdue or blocked", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    const ready = await newSpec(bob, plan, { readiness: 5 });
    await newSpec(bob, plan, { readiness: 4, needsFirst: [ready.shortId] });
    await newSpec(bob, plan, { readiness: 2, dueDate: "2026-01-01" });
    await newSpec(bob, plan, { readiness: 4, dueDate: "2999-01-01" });
    await newSpec(bob, plan, { readiness: 1, status: "DONE", dueDate: "2026-01-01" });
    expect((await progressOf(plan.path)).health).toEqual({ belowReady: 1, overdue: 1, blocked: 1 });
    await bob.patch(ready.path, { status: "DONE" });
    expect((await progressOf(plan.path)).health).toEqual({ belowReady: 1, overdue: 1, blocked: 0 });
  });

  it("is there for readers, and has no days in a template", async () => {
    const { bob, carol } = world;
    const plan = await newPlan(bob, project, { visibility: "PRIVATE" });
    await newSpec(bob, plan, {});
    expect(outcome(await carol.get(`${plan.path}/progress`))).toBe("404 not_found");
    await bob.patch(plan.path, { template: true });
    expect((await progressOf(plan.path, bob)).days).toEqual([]);
  });
});
