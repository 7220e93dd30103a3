import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "../plans/rows.test-support.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";

type Plan = Awaited<ReturnType<typeof newPlan>>;
type Spec = Awaited<ReturnType<typeof newSpec>>;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let project: string;
  let count = 0;
  beforeEach(async () => {
    const slug = `cycles-${count++}`;
    project = `/v1/projects/${slug}`;
    await world.alice.post("/v1/projects", { name: "Cycles", slug });
  });

  const plan = (body: object = {}) => newPlan(world.bob, project, { ...body });
  const spec = (of: Plan, body: object = {}) => newSpec(world.bob, of, { ...body });
  const needs = (from: Plan, to: Plan) =>
    world.bob.post(`${from.path}/dependencies`, { fromPlanId: from.id, toPlanId: to.id });
  const specNeeds = (of: Plan, from: Spec, to: Spec) =>
    world.bob.post(`${of.path}/dependencies`, { fromSpecId: from.id, toSpecId: to.id });
  const refused = async (asked: ReturnType<typeof needs>) => {
    const before = await hashOfRows(world);
    const answer = await asked;
    expect(outcome(answer)).toBe("409 dependency_cycle");
    expect(await hashOfRows(world)).toBe(before);
    return answer.body.error.details.cycle as string[];
  };
  const nextOf = async (by: Person = world.bob) =>
    (await by.get(`/v1/next?projectSlug=${project.split("/").at(-1)}`)).body;
  const cyclesOf = async (of: Plan, by: Person = world.bob) => (await by.get(`${of.path}/graph`)).body.cycles;
  const codesOf = async (of: Spec, by: Person = world.bob) =>
    (await by.get(`${of.path}/readiness`)).body.reasons.map(({ code }: { code: string }) => code);

  it("refuses a cycle of a dependency of plans and one of specs, whichever is written last", async () => {
    const [a, b] = [await plan(), await plan()];
    const [inA, inB] = [await spec(a), await spec(b)];
    expect(outcome(await needs(a, b))).toBe("201");
    const cycle = await refused(specNeeds(b, inB, inA));
    expect(cycle).toEqual(["SPEC-1", `${a.shortId}/SPEC-1`, a.shortId, b.shortId]);

    const [c, d] = [await plan(), await plan()];
    const [inC, inD] = [await spec(c), await spec(d)];
    expect(outcome(await specNeeds(d, inD, inC))).toBe("201");
    expect(await refused(needs(c, d))).toEqual([c.shortId, d.shortId, `${d.shortId}/SPEC-1`, "SPEC-1"]);
  });

  it("refuses a cycle of plans through their sub-plans, even if none has a spec", async () => {
    const [a, b] = [await plan(), await plan()];
    const belowA = await plan({ parentPlanId: a.id });
    const belowB = await plan({ parentPlanId: b.id });
    expect(outcome(await needs(a, b))).toBe("201");
    const cycle = await refused(needs(belowB, belowA));
    expect(cycle).toEqual([belowB.shortId, belowA.shortId, a.shortId, b.shortId]);
    expect(outcome(await needs(belowA, belowB))).toBe("201");
  });

  it("refuses a spec that needs a spec of a plan which needs its own plan, by every write that takes needs", async () => {
    const [x, own] = [await plan(), await plan()];
    const [there, here] = [await spec(x), await spec(own)];
    expect(outcome(await needs(x, own))).toBe("201");
    await refused(specNeeds(own, here, there));
    // Both lie in one plan, so only a waiting sub-plan can close the cycle.
    const sub = await plan({ parentPlanId: own.id });
    const second = await spec(own);
    expect(outcome(await needs(sub, own))).toBe("201");
    const inSub = await spec(sub);
    await refused(specNeeds(own, here, inSub));
    expect(outcome(await world.bob.patch(here.path, { needsFirst: [second.id] }))).toBe("200");
  });

  it("counts finished specs, plans without specs and unreadable ones, and names only those that the caller reads", async () => {
    const { bob, carol } = world;
    const secret = await plan({ visibility: "PRIVATE" });
    const [a, empty] = [await plan(), await plan()];
    const done = await spec(a, { status: "DONE" });
    const hidden = await spec(secret, { status: "CANCELLED" });
    expect(outcome(await specNeeds(secret, hidden, done))).toBe("201");
    expect(outcome(await needs(empty, secret))).toBe("201");
    const answer = await carol.post(`${a.path}/dependencies`, { fromPlanId: a.id, toPlanId: empty.id });
    expect(outcome(answer)).toBe("409 dependency_cycle");
    expect(answer.body.error.details.cycle).toEqual([a.shortId, empty.shortId, "SPEC-1"]);
    expect(JSON.stringify(answer.body)).not.toContain(secret.shortId);
    await bob.patch(done.path, { status: "TODO" });
    expect(outcome(await bob.post(`${empty.path}/specs`, { title: "New" }))).toBe("201");
    expect((await nextOf()).cycles).toBe(undefined);
  });

  it("names a cycle made by a move in every graph that takes part, in `next` and in readiness, until it is undone", async () => {
    const { bob } = world;
    const [a, b, apart] = [await plan({ name: "A" }), await plan({ name: "B" }), await plan()];
    const above = await plan();
    const [inA, moving] = [await spec(a, { title: "in A" }), await spec(apart, { title: "moving" })];
    await spec(apart);
    const behind = await spec(apart, { needsFirst: [moving.id] });
    expect(outcome(await needs(a, b))).toBe("201");
    expect(outcome(await specNeeds(apart, moving, inA))).toBe("201");
    expect((await nextOf()).cycles).toBe(undefined);
    const moved = await bob.post(`${moving.path}/move`, { planId: b.id });
    expect(outcome(moved)).toBe("200");
    const [specOne, specTwo] = [`${a.shortId}/SPEC-1`, `${b.shortId}/SPEC-1`];

    const next = await nextOf();
    expect(next.cycles).toEqual([{ specs: [specOne, specTwo], message: "2 specs wait for each other." }]);
    expect(next.specs).toHaveLength(1);
    const first = await bob.get("/v1/next?limit=1");
    expect(first.body.cycles).toEqual(next.cycles);
    if (first.body.nextCursor)
      expect((await bob.get(`/v1/next?limit=1&cursor=${first.body.nextCursor}`)).body.cycles).toBe(undefined);
    expect(await cyclesOf(a)).toEqual([["SPEC-1", specTwo]]);
    expect(await cyclesOf(b)).toEqual([[specOne, "SPEC-1"]]);
    expect(await cyclesOf(apart)).toBe(undefined);
    expect(await cyclesOf(above)).toBe(undefined);
    await bob.post(`${a.path}/move`, { parentPlanId: above.id });
    expect(await cyclesOf(above)).toEqual([[specOne, specTwo]]);
    const graph = (await bob.get(`${apart.path}/graph`)).body;
    expect(graph.nodes.map((node: { wave: number | null }) => node.wave)).toEqual([0, null]);

    const there = { ...moving, path: `${b.path}/specs/SPEC-1` };
    expect(await codesOf(inA)).toContain("dependency_cycle");
    expect(await codesOf(there)).toContain("dependency_cycle");
    expect(await codesOf(behind)).not.toContain("dependency_cycle");
    expect(outcome(await needs(b, await plan()))).toBe("201");
    await bob.patch(there.path, { status: "DONE" });
    expect((await nextOf()).cycles).toBe(undefined);
    expect(await codesOf(inA)).not.toContain("dependency_cycle");
    await bob.patch(there.path, { status: "TODO" });
    expect(await cyclesOf(b)).toEqual([[specOne, "SPEC-1"]]);
    await bob.post(`${b.path}/archive`);
    expect((await nextOf()).cycles).toBe(undefined);
    expect(await cyclesOf(above)).toBe(undefined);
    await bob.post(`${b.path}/restore`);
    expect((await nextOf()).cycles).toEqual(next.cycles);
  });

  it("lets a move of a plan close a cycle through sub-plans, and allows new dependencies next to it", async () => {
    const { bob } = world;
    const [a, b, child] = [await plan(), await plan(), await plan()];
    const [inA, inChild] = [await spec(a), await spec(child)];
    expect(outcome(await needs(a, b))).toBe("201");
    expect(outcome(await needs(child, a))).toBe("201");
    expect(outcome(await bob.post(`${child.path}/move`, { parentPlanId: b.id }))).toBe("200");
    expect(await cyclesOf(b)).toEqual([[`${a.shortId}/SPEC-1`, `${child.shortId}/SPEC-1`]]);
    const beside = await plan();
    const there = await spec(beside);
    expect(outcome(await specNeeds(a, inA, there))).toBe("201");
    await refused(specNeeds(beside, there, inA));
    await refused(specNeeds(child, inChild, inA));
    expect(await refused(bob.post(`${a.path}/specs`, { title: "New", needsFirst: [inA.id] }))).toContain(
      "SPEC-1",
    );
    expect(outcome(await bob.post(`${a.path}/specs`, { title: "New" }))).toBe("201");
    expect((await nextOf()).cycles[0].message).toBe("3 specs wait for each other.");
  });

  it("shows an unreadable cycle without its names, and blocks its specs", async () => {
    const { bob, carol } = world;
    const [secret, b] = [await plan({ visibility: "PRIVATE" }), await plan()];
    const [hidden, here] = [await spec(secret), await spec(b)];
    const apart = await plan();
    const moving = await spec(apart);
    expect(outcome(await needs(secret, b))).toBe("201");
    expect(outcome(await specNeeds(apart, moving, hidden))).toBe("201");
    await bob.post(`${moving.path}/move`, { planId: b.id });
    const mine = await nextOf(carol);
    expect(mine.cycles).toEqual([
      {
        specs: [`${b.shortId}/SPEC-2`],
        message: "1 spec waits in a cycle through plans that you can't read.",
      },
    ]);
    expect(mine.specs.map(({ id }: { id: string }) => id)).toEqual([here.id]);
    expect(await cyclesOf(b, carol)).toEqual([["SPEC-2"]]);
    const graph = (await carol.get(`${b.path}/graph`)).body;
    expect(graph).toMatchObject({ waves: [["SPEC-1"]], next: ["SPEC-1"] });
    expect(await codesOf({ ...moving, path: `${b.path}/specs/SPEC-2` }, carol)).toContain("dependency_cycle");
    expect((await nextOf(world.mallory)).cycles).toBe(undefined);
  });
});
