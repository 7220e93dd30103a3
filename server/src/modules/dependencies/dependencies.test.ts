import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "../plans/rows.test-support.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";
type Plan = Awaited<ReturnType<typeof newPlan>>;
type Spec = Awaited<ReturnType<typeof newSpec>>;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Plan;
  let other: Plan;
  let spec: Spec;
  let two: Spec;
  let there: Spec;
  beforeAll(() => world.alice.post("/v1/projects", { name: "Shop" }));
  beforeEach(async () => {
    plan = await newPlan(world.bob, project);
    other = await newPlan(world.bob, "/v1/projects/shop");
    spec = await newSpec(world.bob, plan);
    two = await newSpec(world.bob, plan);
    there = await newSpec(world.bob, other);
  });

  const link = (from: { path: string }, body: object) => world.bob.post(`${from.path}/dependencies`, body);
  const list = async (of: { path: string }) =>
    (await world.bob.get(`${of.path}/dependencies`)).body.dependencies;

  it("links specs by handle or id, within a plan and across plans of any project", async () => {
    const nothing = { fromPlanId: null, toPlanId: null };
    const near = await link(plan, { fromSpecId: "SPEC-1", toSpecId: "SPEC-2" });
    expect(outcome(near)).toBe("201");
    expect(near.body.dependency).toMatchObject({ fromSpecId: spec.id, toSpecId: two.id, ...nothing });
    const far = await link(plan, { fromSpecId: two.id, toSpecId: there.id });
    expect(far.body.dependency).toMatchObject({ fromSpecId: two.id, toSpecId: there.id, ...nothing });
    expect(await list(plan)).toEqual([near.body.dependency, far.body.dependency]);
    expect(await list(other)).toEqual([]);
    expect((await world.bob.get(spec.path)).body.spec.needsFirst).toEqual(["SPEC-2"]);
    expect((await world.bob.get(two.path)).body.spec.needsFirst).toEqual([]);
  });

  it("links plans by handle or id, also a plan to a sub-plan", async () => {
    const sub = await newPlan(world.bob, project, { parentPlanId: plan.id });
    const far = await link(plan, { fromPlanId: plan.shortId, toPlanId: other.shortId });
    const near = await link(plan, { fromPlanId: plan.id, toPlanId: sub.id });
    const nothing = { fromSpecId: null, toSpecId: null };
    expect(far.body.dependency).toMatchObject({ fromPlanId: plan.id, toPlanId: other.id, ...nothing });
    expect(await list(plan)).toEqual([far.body.dependency, near.body.dependency]);
  });

  it("names both ends by handles, which follow a spec that moves to another plan", async () => {
    const [a, b] = [plan.shortId, other.shortId];
    const made = [
      await link(plan, { fromSpecId: "SPEC-1", toSpecId: "SPEC-2" }),
      await link(plan, { fromSpecId: "SPEC-2", toSpecId: there.id }),
      await link(plan, { fromPlanId: a, toPlanId: b }),
      await link(plan, { fromPlanId: a, toPlanId: b }),
    ];
    const handles = ({ fromHandle, toHandle }: { fromHandle: string; toHandle: string }) =>
      `${fromHandle} ${toHandle}`;
    const expected = [`${a}/SPEC-1 ${a}/SPEC-2`, `${a}/SPEC-2 ${b}/SPEC-1`, `${a} ${b}`];
    expect(made.map(({ body }) => handles(body.dependency))).toEqual([...expected, `${a} ${b}`]);
    expect((await list(plan)).map(handles)).toEqual(expected);
    for (const { id } of await list(plan)) {
      const { dependency } = (await world.vera.get(`${plan.path}/dependencies/${id}`)).body;
      expect(expected).toContain(handles(dependency));
    }
    const home = await newPlan(world.bob, project);
    await world.bob.post(`${two.path}/move`, { planId: home.id });
    expect((await list(plan)).map(handles)).toEqual([`${a}/SPEC-1 ${home.shortId}/SPEC-1`, `${a} ${b}`]);
    expect((await list(home)).map(handles)).toEqual([`${home.shortId}/SPEC-1 ${b}/SPEC-1`]);
  });

  it("hides a dependency with its handles from readers who can't read the other end", async () => {
    const secret = await newPlan(world.bob, project, { visibility: "PRIVATE" });
    const hidden = await newSpec(world.bob, secret);
    for (const body of [
      { fromSpecId: "SPEC-1", toSpecId: hidden.id },
      { fromPlanId: plan.id, toPlanId: secret.id },
    ]) {
      const { id } = (await link(plan, body)).body.dependency;
      expect(outcome(await world.carol.get(`${plan.path}/dependencies/${id}`))).toBe("404 not_found");
    }
    const seen = await world.carol.get(`${plan.path}/dependencies`);
    expect(seen.body.dependencies).toEqual([]);
    expect(JSON.stringify(seen.body)).not.toContain(secret.shortId);
  });

  it("resolves a handle in the path's plan", async () => {
    const { dependency } = (await link(other, { fromSpecId: "SPEC-1", toSpecId: spec.id })).body;
    expect(dependency).toMatchObject({ fromSpecId: there.id, toSpecId: spec.id });
    expect(outcome(await link(other, { fromSpecId: "SPEC-1", toSpecId: "SPEC-2" }))).toBe("404 not_found");
    expect(outcome(await link(other, { fromSpecId: spec.id, toSpecId: "SPEC-1" }))).toBe("404 not_found");
  });

  it("returns an existing dependency and writes nothing", async () => {
    for (const body of [
      { fromSpecId: "SPEC-1", toSpecId: there.id },
      { fromPlanId: plan.id, toPlanId: other.id },
    ]) {
      const { dependency } = (await link(plan, body)).body;
      const before = await hashOfRows(world);
      expect((await link(plan, body)).body.dependency).toEqual(dependency);
      expect(await hashOfRows(world)).toBe(before);
    }
  });

  it("refuses a dependency on itself and a cycle across plans, names the handles and writes nothing", async () => {
    await link(plan, { fromSpecId: spec.id, toSpecId: there.id });
    await link(other, { fromSpecId: there.id, toSpecId: two.id });
    const first = await newPlan(world.bob, project);
    const last = await newPlan(world.bob, project);
    await link(first, { fromPlanId: first.id, toPlanId: last.id });
    const before = await hashOfRows(world);
    for (const [from, body, cycle] of [
      [plan, { fromSpecId: "SPEC-1", toSpecId: spec.id }, ["SPEC-1"]],
      [plan, { fromSpecId: two.id, toSpecId: spec.id }, ["SPEC-2", "SPEC-1", `${other.shortId}/SPEC-1`]],
      [plan, { fromPlanId: plan.id, toPlanId: plan.shortId }, [plan.shortId]],
      [last, { fromPlanId: last.id, toPlanId: first.id }, [last.shortId, first.shortId]],
    ] as const) {
      const answer = await link(from, body);
      expect(outcome(answer)).toBe("409 dependency_cycle");
      expect(answer.body.error.details).toEqual({ cycle });
    }
    expect(await hashOfRows(world)).toBe(before);
  });

  it("requires ends of the same kind, and `from` in the path's plan", async () => {
    for (const [body, expected] of [
      [{}, "400 invalid_request"],
      [{ fromSpecId: spec.id }, "400 invalid_request"],
      [{ fromSpecId: spec.id, toPlanId: other.id }, "400 invalid_request"],
      [
        { fromSpecId: spec.id, toSpecId: two.id, fromPlanId: plan.id, toPlanId: other.id },
        "400 invalid_request",
      ],
      [{ fromSpecId: spec.id, toSpecId: null }, "400 invalid_request"],
      [{ fromPlanId: other.id, toPlanId: plan.id }, "400 invalid_request"],
      [{ fromSpecId: there.id, toSpecId: spec.id }, "404 not_found"],
      [{ fromSpecId: plan.id, toSpecId: spec.id }, "404 not_found"],
      [{ fromPlanId: plan.id, toPlanId: spec.id }, "404 not_found"],
    ] as const)
      expect(outcome(await link(plan, body))).toBe(expected);
  });

  it("refuses a new dependency on an archived end before it looks for cycles, and keeps old ones", async () => {
    const { bob } = world;
    await link(other, { fromSpecId: there.id, toSpecId: spec.id });
    const old = (await link(plan, { fromSpecId: two.id, toSpecId: there.id })).body.dependency;
    await bob.post(`${other.path}/archive`);
    for (const body of [
      { fromSpecId: spec.id, toSpecId: there.id },
      { fromSpecId: two.id, toSpecId: there.id },
      { fromPlanId: plan.id, toPlanId: other.id },
    ])
      expect(outcome(await link(plan, body))).toBe("409 plan_archived");
    expect(outcome(await link(other, { fromSpecId: there.id, toSpecId: two.id }))).toBe("409 plan_archived");
    expect(await list(plan)).toEqual([old]);
    expect((await bob.delete(`${plan.path}/dependencies/${old.id}`)).body).toEqual({ deleted: true });
    expect(await list(plan)).toEqual([]);
  });

  it("needs EDIT of the path's plan and only READ of the other end", async () => {
    const { bob, carol } = world;
    const secret = await newPlan(bob, project, { visibility: "PRIVATE" });
    await bob.put(`${secret.path}/shares/${carol.userId}`, { capability: "READ" });
    const to = { fromPlanId: plan.id, toPlanId: secret.id };
    expect(outcome(await carol.post(`${plan.path}/dependencies`, to))).toBe("201");
    const from = { fromPlanId: secret.id, toPlanId: other.id };
    expect(outcome(await carol.post(`${secret.path}/dependencies`, from))).toBe("403 forbidden");
  });

  it("pages in order of creation", async () => {
    const specs = Array.from({ length: 5 }, (_, n) => ({ title: `s${n}`, needsFirst: ["SPEC-1"] }));
    await world.bob.post(`${plan.path}/specs/batch`, { specs });
    const all = await list(plan);
    expect(all).toHaveLength(5);
    const first = (await world.bob.get(`${plan.path}/dependencies?limit=3`)).body;
    const second = (await world.bob.get(`${plan.path}/dependencies?limit=3&cursor=${first.nextCursor}`)).body;
    expect([...first.dependencies, ...second.dependencies]).toEqual(all);
    expect(second.nextCursor).toBe(undefined);
  });
});
