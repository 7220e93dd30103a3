import { describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { hashOfRows } from "../rows.test-support.ts";
import { newPlan, newSpec, outcome } from "../scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });

  /** root > (early, late > below) */
  async function family() {
    const { bob } = world;
    const root = await newPlan(bob, project);
    const early = await newPlan(bob, project, { parentPlanId: root.id });
    const late = await newPlan(bob, project, { parentPlanId: root.id });
    const below = await newPlan(bob, project, { parentPlanId: late.id });
    return { root, early, late, below };
  }
  const archived = async ({ path }: { path: string }) =>
    (await world.bob.get(path)).body.plan.archivedAt !== null;

  it("archives the sub-plans, too, which lists and trees then leave out and reads still answer", async () => {
    const { bob } = world;
    const { root, early, late, below } = await family();
    const answer = await bob.post(`${late.path}/archive`);
    expect(answer.body.plan.archivedAt).toMatch(/^\d{4}-.*Z$/);
    expect([await archived(root), await archived(early), await archived(below)]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await bob.get(`${root.path}/tree`)).body.children).toMatchObject([{ plan: { id: early.id } }]);
    expect((await bob.get(`${late.path}/tree`)).body.children).toMatchObject([{ plan: { id: below.id } }]);
    const listed = async (query: string) =>
      (await bob.get(`${project}/plans?parent=${root.id}${query}`)).body.plans.map(
        (plan: { id: string }) => plan.id,
      );
    expect(await listed("")).toEqual([early.id]);
    expect(await listed("&archived=false")).toEqual([early.id]);
    expect(await listed("&archived=true")).toEqual([late.id]);
  });

  it("restores the plans that were archived together; those archived before stay archived", async () => {
    const { bob } = world;
    const { root, early, late, below } = await family();
    await bob.post(`${early.path}/archive`);
    await bob.post(`${root.path}/archive`);
    expect(await archived(below)).toBe(true);
    expect((await bob.post(`${root.path}/restore`)).body.plan.archivedAt).toBe(null);
    expect([await archived(early), await archived(late), await archived(below)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(outcome(await bob.post(`${early.path}/restore`))).toBe("200");
    expect(await archived(early)).toBe(false);
  });

  it("refuses to restore below an archived plan", async () => {
    const { bob } = world;
    const { root, late, below } = await family();
    await bob.post(`${root.path}/archive`);
    for (const plan of [late, below]) {
      const answer = await bob.post(`${plan.path}/restore`);
      expect(outcome(answer)).toBe("409 plan_archived");
      expect(answer.body.error.message).toContain(`${root.shortId} above it is archived`);
    }
  });

  it("changes nothing when it restores a plan that is not archived", async () => {
    const { root } = await family();
    const before = await hashOfRows(world);
    const answer = await world.bob.post(`${root.path}/restore`);
    expect(answer.body.plan).toEqual((await world.bob.get(root.path)).body.plan);
    expect(await hashOfRows(world)).toBe(before);
  });

  it("archives once: an archived plan is neither archived nor deleted again", async () => {
    const { root } = await family();
    await world.bob.post(`${root.path}/archive`);
    const before = await hashOfRows(world);
    expect(outcome(await world.bob.post(`${root.path}/archive`))).toBe("409 plan_archived");
    expect(outcome(await world.bob.delete(root.path))).toBe("409 plan_archived");
    expect(await hashOfRows(world)).toBe(before);
  });

  it("counts archiving and restoring as a change of the plan, for updatedSince", async () => {
    const { bob } = world;
    const { root } = await family();
    const listed = async (since: string, flag: boolean) =>
      (await bob.get(`${project}/plans?archived=${flag}&updatedSince=${since}`)).body.plans.map(
        (plan: { id: string }) => plan.id,
      );
    const before = new Date(Date.parse(root.updatedAt) + 1).toISOString();
    await new Promise((resolve) => setTimeout(resolve, 3));
    await bob.post(`${root.path}/archive`);
    expect(await listed(before, true)).toContain(root.id);
    await bob.post(`${root.path}/restore`);
    expect(await listed(before, false)).toContain(root.id);
  });

  it("restores a plan with all its contents", async () => {
    const { bob, carol } = world;
    const { root } = await family();
    const spec = await newSpec(bob, root, { content: "1. text" });
    await newSpec(bob, root, { needsFirst: [spec.shortId] });
    await bob.put(`${root.path}/shares/${carol.userId}`, { capability: "READ" });
    const all = () =>
      Promise.all(
        ["/specs", "/dependencies", "/shares", "/specs/SPEC-1/versions"].map(async (below) => {
          return (await bob.get(root.path + below)).body;
        }),
      );
    const before = await all();
    await bob.post(`${root.path}/archive`);
    expect(await all()).toEqual(before);
    await bob.post(`${root.path}/restore`);
    expect(await all()).toEqual(before);
  });
});
