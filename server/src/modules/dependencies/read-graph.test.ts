import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { anyScene, buildScene, expectedGraph, expectedNext, inOrder } from "./scene.test-support.ts";

const project = "/v1/projects/web";
type Plan = Awaited<ReturnType<typeof newPlan>>;
type Spec = Awaited<ReturnType<typeof newSpec>>;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Plan;
  let sub: Plan;
  let other: Plan;
  beforeEach(async () => {
    const { bob } = world;
    plan = await newPlan(bob, project);
    sub = await newPlan(bob, project, { parentPlanId: plan.id });
    other = await newPlan(bob, project);
  });

  const link = async (from: Plan, body: object) =>
    expect(outcome(await world.bob.post(`${from.path}/dependencies`, body))).toBe("201");
  const graphOf = async (of: Plan, by: Person = world.bob) => (await by.get(`${of.path}/graph`)).body;

  it("shows plan and sub-plans, with plain handles for the path's plan and qualified ones below", async () => {
    const first = await newSpec(world.bob, plan, { title: "First", effort: 2 });
    const second = await newSpec(world.bob, sub, { title: "Second", status: "IN_PROGRESS" });
    await newSpec(world.bob, sub, { title: "Third", status: "DONE", effort: 1 });
    await link(plan, { fromSpecId: first.id, toSpecId: second.id });
    const below = `${sub.shortId}/SPEC-1`;
    const endOf = (of: Plan, specShortId: string, title: string) => ({
      planShortId: of.shortId,
      specShortId,
      title,
    });
    expect(await graphOf(plan)).toEqual({
      nodes: [
        {
          ...endOf(plan, "SPEC-1", "First"),
          effort: 2,
          readiness: 1,
          status: "TODO",
          wave: 1,
          slack: 0,
          critical: true,
        },
        {
          ...endOf(sub, "SPEC-1", "Second"),
          effort: null,
          readiness: 1,
          status: "IN_PROGRESS",
          wave: 0,
          slack: 0,
          critical: true,
        },
        {
          ...endOf(sub, "SPEC-2", "Third"),
          effort: 1,
          readiness: 1,
          status: "DONE",
          wave: null,
          slack: null,
          critical: false,
        },
      ],
      edges: [{ from: "SPEC-1", to: below }],
      waves: [[below], ["SPEC-1"]],
      criticalPath: [below, "SPEC-1"],
      unestimated: 1,
      criticalPathUnestimated: 1,
      next: [below],
    });
    expect((await graphOf(sub)).next).toEqual(["SPEC-1"]);
  });

  it("is empty for a plan without specs", async () => {
    const empty = { nodes: [], edges: [], waves: [], criticalPath: [], next: [] };
    expect(await graphOf(plan)).toEqual({ ...empty, unestimated: 0, criticalPathUnestimated: 0 });
  });

  it("counts the open specs without an estimate, in the plan with its sub-plans and on the critical path", async () => {
    const { bob } = world;
    const first = await newSpec(bob, plan);
    await newSpec(bob, plan, { effort: 5, needsFirst: ["SPEC-1"] });
    await newSpec(bob, plan, { status: "IN_PROGRESS" });
    await newSpec(bob, plan, { status: "CANCELLED" });
    await newSpec(bob, sub, { status: "DONE" });
    const below = await newSpec(bob, sub);
    expect(await graphOf(plan)).toMatchObject({ unestimated: 3, criticalPathUnestimated: 1 });
    expect(await graphOf(sub)).toMatchObject({ unestimated: 1, criticalPathUnestimated: 1 });
    await bob.patch(first.path, { effort: 1 });
    await bob.patch(below.path, { effort: 1 });
    expect(await graphOf(plan)).toMatchObject({ unestimated: 1, criticalPathUnestimated: 0 });
  });

  it("leaves archived sub-plans out, and waits for none of them, but shows an archived plan with its sub-plans", async () => {
    const here = await newSpec(world.bob, plan);
    const there = await newSpec(world.bob, sub);
    await link(plan, { fromSpecId: here.id, toSpecId: there.id });
    await world.bob.post(`${sub.path}/archive`);
    expect(await graphOf(plan)).toMatchObject({ edges: [], waves: [["SPEC-1"]], next: ["SPEC-1"] });
    await world.bob.post(`${plan.path}/archive`);
    const below = `${sub.shortId}/SPEC-1`;
    expect(await graphOf(plan)).toMatchObject({
      edges: [{ from: "SPEC-1", to: below }],
      waves: [[below], ["SPEC-1"]],
    });
  });

  it("delays the wave of a spec with an open need in another plan, without showing a node or an edge", async () => {
    const here = await newSpec(world.bob, plan, { effort: 1 });
    await newSpec(world.bob, plan, { effort: 2 });
    const there = await newSpec(world.bob, other, { effort: 4 });
    await link(plan, { fromSpecId: here.id, toSpecId: there.id });
    expect(await graphOf(plan)).toMatchObject({
      nodes: [
        { wave: 1, slack: 0 },
        { wave: 0, slack: 3 },
      ],
      edges: [],
      waves: [["SPEC-2"], ["SPEC-1"]],
      criticalPath: ["SPEC-1"],
      next: ["SPEC-2"],
    });
    await world.bob.patch(there.path, { status: "DONE" });
    expect((await graphOf(plan)).next).toEqual(["SPEC-1", "SPEC-2"]);
  });

  it("follows a spec that moves, with its dependencies in both directions, into a sub-plan and out of the tree", async () => {
    for (let n = 0; n < 3; n++) await newSpec(world.bob, sub);
    const specs = [];
    for (let n = 0; n < 3; n++) specs.push(await newSpec(world.bob, plan));
    const [top, moving, bottom] = specs as [Spec, Spec, Spec];
    await link(plan, { fromSpecId: top.id, toSpecId: moving.id });
    await link(plan, { fromSpecId: moving.id, toSpecId: bottom.id });
    const inSub = (await world.bob.post(`${moving.path}/move`, { planId: sub.shortId })).body.spec.shortId;
    const below = `${sub.shortId}/${inSub}`;
    const moved = await graphOf(plan);
    expect(inOrder(moved.edges)).toEqual([
      { from: below, to: "SPEC-3" },
      { from: "SPEC-1", to: below },
    ]);
    expect(moved.criticalPath).toEqual(["SPEC-3", below, "SPEC-1"]);
    await world.bob.post(`${sub.path}/specs/${inSub}/move`, { planId: other.shortId });
    const gone = await graphOf(plan);
    expect(gone).toMatchObject({ edges: [], criticalPath: ["SPEC-1"] });
    expect((await graphOf(other)).nodes).toMatchObject([{ specShortId: "SPEC-1", wave: 1 }]);
  });

  it("neither waits for nor shows specs that the reader can't read", async () => {
    const secret = await newPlan(world.bob, project, { visibility: "PRIVATE" });
    const here = await newSpec(world.bob, plan);
    const hidden = await newSpec(world.bob, secret);
    await link(plan, { fromSpecId: here.id, toSpecId: hidden.id });
    await link(plan, { fromPlanId: plan.id, toPlanId: secret.id });
    expect(await graphOf(plan)).toMatchObject({ waves: [[], ["SPEC-1"]], next: [] });
    expect(await graphOf(plan, world.carol)).toMatchObject({ waves: [["SPEC-1"]], next: ["SPEC-1"] });
    expect(outcome(await world.carol.get(`${secret.path}/graph`))).toBe("404 not_found");
    expect(outcome(await world.mallory.get(`${plan.path}/graph`))).toBe("404 not_found");
  });

  it("agrees with a plain computation of the rules over random plans, and so does `next`", async () => {
    const run = async (drawn: Parameters<typeof buildScene>[1]) => {
      const scene = await buildScene(world, drawn);
      for (const [person, sees] of [
        [world.bob, "all"],
        [world.carol, "no private plan"],
      ] as const) {
        for (const root of ["top", "middle"] as const) {
          const graph = (await person.get(`${scene.path}/plans/${scene.handle(root)}/graph`)).body;
          expect({ ...graph, edges: inOrder(graph.edges) }).toEqual(expectedGraph(scene, root, sees));
        }
        const next = await person.get(`/v1/next?projectSlug=${scene.slug}`);
        const found = next.body.specs as { planShortId: string; specShortId: string }[];
        expect(found.map((spec) => `${spec.planShortId}/${spec.specShortId}`)).toEqual(
          expectedNext(scene, sees),
        );
      }
    };
    await fc.assert(fc.asyncProperty(anyScene, run), { numRuns: process.env.LONG ? 15 : 5 });
  }, 60_000);
});
