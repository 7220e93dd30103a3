import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { miscounts } from "../dependencies/counts/miscounts.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  beforeAll(async () => {
    await world.alice.post("/v1/projects", { name: "Web" });
  });

  const listed = async (path: string): Promise<string[]> =>
    (await world.carol.get(path)).body.plans.map(({ shortId }: { shortId: string }) => shortId);

  async function aTemplate(at = project) {
    const { bob } = world;
    const plan = await newPlan(bob, at, { name: "Release" });
    const part = await newPlan(bob, at, { parentPlanId: plan.id });
    const spec = await newSpec(bob, part, { readiness: 5 });
    await bob.patch(part.path, { status: "READY" });
    return { plan, part, spec };
  }

  it("a template with its sub-plans is left out of lists unless asked for", async () => {
    const { bob } = world;
    const { plan, part } = await aTemplate();
    const answer = await bob.patch(plan.path, { template: true });
    expect(answer.body.plan).toMatchObject({ template: true, revision: 1 });
    expect((await bob.get(part.path)).body.plan.template).toBe(true);
    for (const list of [`${project}/plans?limit=200`, "/v1/plans?limit=200"]) {
      const [plans, templates] = [await listed(list), await listed(`${list}&template=true`)];
      for (const { shortId } of [plan, part]) {
        expect(plans).not.toContain(shortId);
        expect(templates).toContain(shortId);
      }
    }
    expect(await listed(`${project}/plans?parent=${plan.shortId}`)).toEqual([part.shortId]);
    const specs = async (query: string) => (await bob.get(`/v1/specs?limit=200${query}`)).body.specs;
    expect(await specs("")).toEqual([]);
    expect(await specs(`&plan=${part.shortId}`)).toHaveLength(1);
    expect(await specs("&template=true")).toMatchObject([{ planShortId: part.shortId }]);
    expect((await bob.get(`${plan.path}/graph`)).body.next).toEqual([]);
    await bob.patch(part.path, { externalRef: "release/part" });
    expect(await listed(`${project}/plans?externalRef=release/part`)).toEqual([part.shortId]);
    expect(await listed(`${project}/plans?externalRef=release/part&template=false`)).toEqual([]);
    const roots = (await bob.get(`${project}/plans?limit=200`)).body.plans
      .filter(({ parentPlanId }: { parentPlanId: string | null }) => parentPlanId === null)
      .map(({ shortId }: { shortId: string }) => shortId);
    expect(outcome(await bob.post(`${project}/plans/reorder`, { planShortIds: roots }))).toBe("200");
    await bob.patch(plan.path, { template: false });
    expect(await listed(`${project}/plans?limit=200`)).toContain(part.shortId);
  });

  it("nobody works on a template: its claims end, and it is neither next, claimed nor pushed", async () => {
    const { alice, bob, carol } = world;
    await alice.post("/v1/projects", { name: "Own" });
    const { plan, part, spec } = await aTemplate("/v1/projects/own");
    const free = await newSpec(bob, part, { readiness: 5 });
    const claim = await carol.post("/v1/claims", { spec: spec.id, budget: 0 });
    expect(outcome(claim)).toBe("201");
    await bob.patch(plan.path, { template: true });
    expect((await carol.get(`/v1/claims/${claim.body.claim.id}`)).body.claim.state).not.toBe("held");
    const next = async () => {
      const { specs } = (await bob.get("/v1/next?limit=200")).body;
      return specs.map(({ id }: { id: string }) => id);
    };
    expect(await next()).not.toContain(free.id);
    const claims = [{ spec: free.id }, { planShortId: part.shortId }];
    for (const body of claims) {
      const refused = await carol.post("/v1/claims", { ...body, budget: 0 });
      expect(outcome(refused)).toBe("409 plan_template");
    }
    const any = await carol.post("/v1/claims", { projectSlug: "own", budget: 0 });
    expect(any.body.error.details).toMatchObject({ held: 0, notReadyPlans: 0, belowReady: 0 });
    expect(outcome(await bob.post(`${plan.path}/push`, {}))).toBe("409 plan_template");
    expect(await miscounts(world.context.db, 10)).toEqual([]);
    await bob.patch(plan.path, { template: false });
    expect(await next()).toContain(free.id);
    expect(outcome(await carol.post("/v1/claims", { projectSlug: "own", budget: 0 }))).toBe("201");
    expect(await miscounts(world.context.db, 10)).toEqual([]);
  });

  it("a plan from a template is no template and has its name", async () => {
    const { bob, carol } = world;
    const { plan } = await aTemplate();
    await bob.patch(plan.path, { template: true });
    const copy = (await carol.post(`${plan.path}/duplicate`, {})).body.plan;
    expect(copy).toMatchObject({ template: false, name: "Release" });
    expect(await listed(`${project}/plans?limit=200`)).toContain(copy.shortId);
  });

  it("only owners of a root plan make it a template, and a moved plan is one where its root is", async () => {
    const { bob, carol, vera } = world;
    const { plan, part } = await aTemplate();
    for (const person of [carol, vera])
      expect(outcome(await person.patch(plan.path, { template: true }))).toBe("403 forbidden");
    expect(outcome(await bob.patch(part.path, { template: true }))).toBe("409 not_root");
    await bob.patch(plan.path, { template: true });
    await bob.post(`${part.path}/move`, { parentPlanId: null });
    expect((await bob.get(part.path)).body.plan).toMatchObject({ template: true, parentPlanId: null });
    const other = await newPlan(bob, project);
    await bob.post(`${part.path}/move`, { parentPlanId: other.id });
    expect((await bob.get(part.path)).body.plan.template).toBe(false);
    await bob.post(`${other.path}/move`, { parentPlanId: plan.id });
    expect((await bob.get(part.path)).body.plan.template).toBe(true);
    expect(await miscounts(world.context.db, 10)).toEqual([]);
  });
});
