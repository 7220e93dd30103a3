import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { openWorld, type World } from "../../../test/world.ts";
import type { Actor } from "../../actor.ts";
import { readablePlanIds } from "./access.ts";
import { readersOf, readersOfPlans } from "./readers.ts";
import { newPlan } from "./scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(create, { jobs: "off" });
    await world.alice.post("/v1/projects", { name: "Web" });
    await world.alice.post("/v1/projects", { name: "Gone" });
  });
  afterAll(() => world.close());

  it("finds the same readers of a plan as each person finds plans", async () => {
    const { alice, bob, carol, vera, context } = world;
    const people = [alice, bob, carol, vera];
    const { id: workspaceId } = (await alice.get("/v1/workspace")).body.workspace;
    const ids: string[] = [];
    const shape = fc.record({
      owner: fc.constantFrom(alice, bob, carol),
      visibility: fc.constantFrom("PRIVATE", "TEAM"),
      shared: fc.subarray(people),
      isSub: fc.boolean(),
      isArchived: fc.boolean(),
      isOfGone: fc.boolean(),
    });
    for (const one of fc.sample(shape, { numRuns: 12, seed: 15 })) {
      const place = one.isOfGone ? "/v1/projects/gone" : project;
      const plan = await newPlan(one.owner, place, { visibility: one.visibility });
      for (const { userId } of one.shared)
        await one.owner.put(`${plan.path}/shares/${userId}`, { capability: "READ" });
      ids.push(plan.id);
      if (one.isSub) ids.push((await newPlan(one.owner, place, { parentPlanId: plan.id })).id);
      if (one.isArchived) await one.owner.post(`${plan.path}/archive`);
    }
    await alice.delete("/v1/projects/gone");
    const userIds = people.map(({ userId }) => userId);
    const reads = await readersOfPlans(context.db, workspaceId, ids, userIds);
    const rows = await context.db.selectFrom("plans").selectAll().where("id", "in", ids).execute();
    let [both, none] = [0, 0];
    for (const userId of userIds) {
      const readable = await readablePlanIds(context.db, { workspaceId, userId } as Actor, ids);
      for (const id of ids) expect(`${id} ${reads(id, userId)}`).toBe(`${id} ${readable.has(id)}`);
      both += readable.size;
      none += ids.length - readable.size;
      for (const row of rows.filter(({ id }) => readable.has(id))) {
        const readers = await readersOf(context.db, row);
        expect(readers === "members" || readers.includes(userId)).toBe(true);
      }
    }
    expect(Math.min(both, none)).toBeGreaterThan(10);
    for (const row of rows) {
      const readers = await readersOf(context.db, row);
      if (readers !== "members") expect(readers.length).toBeLessThanOrEqual(people.length);
    }
  });
});
