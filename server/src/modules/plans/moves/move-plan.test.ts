import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { type Person, setUpWorld } from "../../../../test/world.ts";
import { hashOfRows } from "../rows.test-support.ts";
import { newPlan, outcome } from "../scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  beforeAll(() => world.alice.post("/v1/projects", { name: "Shop" }));

  const move = (by: Person, { path }: { path: string }, parentPlanId: string | null | undefined) =>
    by.post(`${path}/move`, { parentPlanId });

  it("moves a root with its sub-plans under another plan, whose access they inherit", async () => {
    const { bob, carol } = world;
    const root = await newPlan(bob, project, { visibility: "PRIVATE" });
    const sub = await newPlan(bob, project, { parentPlanId: root.id });
    await bob.put(`${root.path}/shares/${carol.userId}`, { capability: "EDIT" });
    const home = await newPlan(bob, project, { visibility: "PRIVATE" });

    const moved = (await move(bob, root, home.shortId)).body.plan;
    expect(moved).toMatchObject({ parentPlanId: home.id, rootPlanId: home.id, visibility: null });
    expect((await bob.get(sub.path)).body.plan).toMatchObject({ parentPlanId: root.id, rootPlanId: home.id });
    for (const path of [root.path, sub.path]) expect(outcome(await carol.get(path))).toBe("404 not_found");
    const { children } = (await bob.get(`${home.path}/tree`)).body;
    expect(children).toMatchObject([{ plan: { id: root.id }, children: [{ plan: { id: sub.id } }] }]);
  });

  it("turns a sub-plan into a root that keeps the inherited owner, visibility and shares", async () => {
    const { alice, bob, carol } = world;
    const root = await newPlan(bob, project, { visibility: "PRIVATE" });
    const sub = await newPlan(bob, project, { parentPlanId: root.id });
    const below = await newPlan(bob, project, { parentPlanId: sub.id });
    await bob.put(`${root.path}/shares/${carol.userId}`, { capability: "EDIT" });
    const inherited = (await bob.get(`${sub.path}/shares`)).body.shares;

    expect(outcome(await move(carol, sub, null))).toBe("403 forbidden");
    expect((await move(bob, sub, null)).body.plan).toMatchObject({
      parentPlanId: null,
      rootPlanId: sub.id,
      visibility: "PRIVATE",
      ownerUserId: bob.userId,
    });
    expect((await carol.get(below.path)).body.plan).toMatchObject({ rootPlanId: sub.id, capability: "EDIT" });
    expect((await bob.get(`${sub.path}/shares`)).body.shares).toEqual(inherited);
    expect(outcome(await alice.get(below.path))).toBe("404 not_found");
    await bob.delete(`${root.path}/shares/${carol.userId}`);
    expect(outcome(await carol.get(sub.path))).toBe("200");
  });

  it("needs OWN of the plan and EDIT of the new parent", async () => {
    const { alice, bob, carol } = world;
    const mine = await newPlan(carol, project, { visibility: "PRIVATE" });
    const read = await newPlan(bob, project, { visibility: "PRIVATE" });
    await bob.put(`${read.path}/shares/${carol.userId}`, { capability: "READ" });
    expect(outcome(await move(carol, mine, read.id))).toBe("403 forbidden");
    await bob.put(`${read.path}/shares/${carol.userId}`, { capability: "EDIT" });
    expect(outcome(await move(carol, mine, read.id))).toBe("200");
    const team = await newPlan(bob, project);
    expect(outcome(await move(carol, team, null))).toBe("403 forbidden");
    expect(outcome(await move(alice, team, read.id))).toBe("404 not_found");
  });

  it("refuses a cycle with its handles", async () => {
    const { bob } = world;
    const root = await newPlan(bob, project);
    const sub = await newPlan(bob, project, { parentPlanId: root.id });
    const below = await newPlan(bob, project, { parentPlanId: sub.id });
    const before = await hashOfRows(world);
    const cycles = [
      [root, [root]],
      [sub, [sub, root]],
      [below, [below, sub, root]],
    ] as const;
    for (const [parent, cycle] of cycles) {
      const answer = await move(bob, root, parent.id);
      expect(outcome(answer)).toBe("409 dependency_cycle");
      expect(answer.body.error.details.cycle).toEqual(cycle.map(({ shortId }) => shortId));
    }
    expect(await hashOfRows(world)).toBe(before);
  });

  it("creates no cycle by two concurrent moves", async () => {
    const { bob } = world;
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await newPlan(bob, project), await newPlan(bob, project)];
      const answers = await Promise.all([move(bob, a, b.id), move(bob, b, a.id)]);
      expect(answers.map(outcome).sort()).toEqual(["200", "409 dependency_cycle"]);
    }
  });

  it("answers 404 for a parent in another project", async () => {
    const there = await newPlan(world.bob, "/v1/projects/shop");
    const here = await newPlan(world.bob, project);
    for (const reference of [there.id, there.shortId])
      expect(outcome(await move(world.bob, here, reference))).toBe("404 not_found");
    expect(outcome(await move(world.bob, here, ""))).toBe("404 not_found");
    expect(outcome(await move(world.bob, here, undefined))).toBe("400 invalid_request");
  });

  it("refuses to move an archived plan, or under one, before any other 409", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    const sub = await newPlan(bob, project, { parentPlanId: plan.id });
    const archived = await newPlan(bob, project);
    await bob.post(`${archived.path}/archive`);
    expect(outcome(await move(bob, plan, archived.id))).toBe("409 plan_archived");
    expect(outcome(await move(bob, archived, plan.id))).toBe("409 plan_archived");
    await bob.post(`${sub.path}/archive`);
    expect(outcome(await move(bob, plan, sub.id))).toBe("409 plan_archived");
  });

  it("changes nothing if the plan is already there", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    const sub = await newPlan(bob, project, { parentPlanId: plan.id });
    const before = await hashOfRows(world);
    expect((await move(bob, plan, null)).body.plan.parentPlanId).toBe(null);
    expect((await move(bob, sub, plan.id)).body.plan.parentPlanId).toBe(plan.id);
    expect(await hashOfRows(world)).toBe(before);
  });

  it("nests plans at most 50 levels deep, by creating and by moving", async () => {
    const { bob } = world;
    const tower = async (levels: number) => {
      const plans = [await newPlan(bob, project)];
      while (plans.length < levels)
        plans.push(await newPlan(bob, project, { parentPlanId: plans.at(-1)?.id ?? "" }));
      return plans;
    };
    const high = await tower(50);
    const [top, last] = [high[0], high.at(-1)];
    const deeper = await bob.post(`${project}/plans`, { name: "51", parentPlanId: last?.id });
    expect(outcome(deeper)).toBe("400 invalid_request");
    const low = await tower(2);
    const [two] = low;
    if (!two || !top) throw new Error("no plans");
    expect(outcome(await move(bob, two, high[48]?.id))).toBe("400 invalid_request");
    expect(outcome(await move(bob, top, low[1]?.id))).toBe("400 invalid_request");
    expect(outcome(await move(bob, two, high[47]?.id))).toBe("200");
  });
});
