import type { Activity } from "@groundplan/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { type Person, setUpWorld } from "../../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../../plans/scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  beforeAll(async () => {
    await world.alice.post("/v1/projects", { name: "Web" });
    await world.alice.post("/v1/projects", { name: "Other" });
  });

  const activityOf = async (path: string, by: Person = world.carol): Promise<Activity[]> =>
    (await by.get(`${path}/activity?limit=200`)).body.activity;
  const texts = async (path: string, by?: Person) => (await activityOf(path, by)).map(({ text }) => text);

  it("tells in words who did what, newest first", async () => {
    const { bob, carol } = world;
    const plan = await newPlan(bob, project, { name: "Secret name" });
    const spec = await newSpec(bob, plan, { title: "Secret title" });
    await carol.patch(spec.path, { status: "IN_PROGRESS" });
    await carol.patch(spec.path, { content: "Text.", title: "Another", effort: 2 });
    await bob.put(`${plan.path}/shares/${carol.userId}`, { capability: "EDIT" });
    await bob.patch(plan.path, { status: "READY", description: "About." });
    await bob.post(`/v1/documents/${spec.id}/threads`, { body: "Why?", kind: "question" });
    await bob.post(`/v1/documents/${plan.id}/threads`, { body: "A remark." });
    await bob.delete(spec.path);
    expect(await texts(plan.path)).toEqual([
      "deleted SPEC-1",
      "began a thread about the plan",
      "asked a question about SPEC-1",
      "set the plan to ready",
      "changed the description of the plan",
      "shared the plan with carol",
      "changed the title, text and effort of SPEC-1",
      "set SPEC-1 to in progress",
      "created SPEC-1",
      "created the plan",
    ]);
    const [first] = await activityOf(plan.path);
    expect(first).toEqual({
      seq: expect.any(Number),
      at: expect.any(String),
      actor: { userId: bob.userId, name: "bob" },
      credential: expect.objectContaining({ kind: "api_key" }),
      text: "deleted SPEC-1",
      specShortId: "SPEC-1",
    });
  });

  it("pages by number, and never names what the caller can't read", async () => {
    const { bob, carol, mallory } = world;
    const hidden = await newPlan(bob, project, { visibility: "PRIVATE", name: "Hidden" });
    const plan = await newPlan(bob, project, { name: "Shown" });
    const [secret, spec] = [await newSpec(bob, hidden, { title: "Hush" }), await newSpec(bob, plan, {})];
    await bob.post(`${plan.path}/dependencies`, { fromSpecId: spec.id, toSpecId: secret.id });
    await bob.post(`${secret.path}/move`, { planId: plan.id });
    expect(await texts(plan.path, carol)).toEqual([
      "moved SPEC-2",
      "added a dependency",
      "created SPEC-1",
      "created the plan",
    ]);
    expect((await texts(plan.path, bob))[0]).toBe("moved SPEC-2 here from another plan");
    for (const person of [carol, mallory])
      expect(outcome(await person.get(`${hidden.path}/activity`))).toBe("404 not_found");
    const all = await activityOf(plan.path, bob);
    const paged: Activity[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await bob.get(`${plan.path}/activity?limit=2${cursor}`);
      paged.push(...body.activity);
      if (!body.nextCursor) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(paged).toEqual(all);
  });

  it("is without the events of sub-plans, and stays with the plan in another project", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    const part = await newPlan(bob, project, { parentPlanId: plan.id });
    await newSpec(bob, part, {});
    expect(await texts(plan.path)).toEqual(["created the plan"]);
    await bob.post(`${plan.path}/move`, { projectSlug: "other" });
    expect((await texts(`/v1/projects/other/plans/${plan.shortId}`))[0]).toBe(
      "moved the plan to another project",
    );
  });

  it("says of whoever left the workspace that they did, not of who took their work from them", async () => {
    const { alice, bob, vera } = world;
    const plan = await newPlan(bob, project);
    await bob.patch(plan.path, { leadUserId: vera.userId });
    await newSpec(bob, plan, { assigneeUserId: vera.userId });
    await alice.delete(`/v1/members/${vera.userId}`);
    expect((await texts(plan.path)).slice(0, 2)).toEqual([
      "took SPEC-1 from somebody who left the workspace",
      "took the lead of the plan from somebody who left the workspace",
    ]);
  });
});
