import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Answer, openWorld, type World } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "./scene.test-support.ts";

const project = "/v1/projects/web";

// The statements are the same on both databases; PostgreSQL's client exposes them.
describe("a plan is loaded once, with the right to it, by", () => {
  let world: World;
  let plan: Awaited<ReturnType<typeof newPlan>>;
  let other: typeof plan;
  let spec: Awaited<ReturnType<typeof newSpec>>;
  let second: typeof spec;
  beforeAll(async () => {
    const { create } = databases.find(({ database }) => database === "PostgreSQL") ?? expect.fail();
    world = await openWorld(create, { jobs: "off" });
    await world.alice.post("/v1/projects", { name: "Web" });
  });
  beforeEach(async () => {
    plan = await newPlan(world.bob, project);
    other = await newPlan(world.bob, project);
    spec = await newSpec(world.bob, plan, { content: "One." });
    second = await newSpec(world.bob, plan);
    await world.bob.patch(spec.path, { content: "Two." });
  });
  afterAll(() => world.close());

  const loadsOf = async (ask: () => Promise<Answer>) => {
    const spy = vi.spyOn(pg.Query.prototype, "submit");
    const said = outcome(await ask());
    const texts = spy.mock.contexts.map((query) =>
      query instanceof pg.Query && "text" in query ? String(query.text) : "",
    );
    spy.mockRestore();
    return [said, texts.filter((text) => text.startsWith('select "plans".*')).length];
  };
  const link = (body: object) => () => world.bob.post(`${plan.path}/dependencies`, body);

  it("a change, a restored version and the deletion of a spec", async () => {
    const { bob } = world;
    expect(await loadsOf(() => bob.patch(spec.path, { needsFirst: [second.id] }))).toEqual(["200", 1]);
    expect(await loadsOf(() => bob.post(`${spec.path}/versions/1/restore`))).toEqual(["200", 1]);
    expect(await loadsOf(() => bob.delete(spec.path))).toEqual(["200", 1]);
  });

  it("each of the two plans between which a spec moves", async () => {
    const move = () => world.bob.post(`${spec.path}/move`, { planId: other.id });
    expect(await loadsOf(move)).toEqual(["200", 2]);
  });

  it("a new dependency of specs, and its deletion; both plans by one of plans", async () => {
    const { bob } = world;
    expect(await loadsOf(link({ fromSpecId: spec.id, toSpecId: second.shortId }))).toEqual(["201", 1]);
    expect(await loadsOf(link({ fromPlanId: plan.shortId, toPlanId: other.id }))).toEqual(["201", 2]);
    const [dependency] = (await bob.get(`${plan.path}/dependencies`)).body.dependencies;
    expect(await loadsOf(() => bob.delete(`${plan.path}/dependencies/${dependency.id}`))).toEqual(["200", 1]);
  });

  it("a push, until it is known that it can start", async () => {
    expect(await loadsOf(() => world.bob.post(`${plan.path}/push`, {}))).toEqual(["409 no_target", 1]);
  });
});
