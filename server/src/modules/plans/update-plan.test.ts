import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "./rows.test-support.ts";
import { newPlan, outcome } from "./scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });

  it("changes only the fields of a PATCH, and counts the revisions of name and description", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project, { description: "first" });
    expect(plan.revision).toBe(1);
    const named = (await bob.patch(plan.path, { name: " New " })).body.plan;
    expect(named).toMatchObject({ name: "New", description: "first", revision: 2 });
    expect(named.updatedAt >= plan.updatedAt).toBe(true);
    const described = (await bob.patch(plan.path, { description: null })).body.plan;
    expect(described).toMatchObject({ name: "New", description: null, revision: 3 });
    const ready = (await bob.patch(plan.path, { status: "READY", visibility: "PRIVATE" })).body.plan;
    expect(ready).toMatchObject({ status: "READY", visibility: "PRIVATE", revision: 3 });
    expect((await bob.get(`${project}/plans?q=new`)).body.plans).toMatchObject([{ id: plan.id }]);
  });

  it("writes nothing if nothing changes", async () => {
    const plan = await newPlan(world.bob, project, { description: "d" });
    const before = await hashOfRows(world);
    for (const body of [{}, { name: "Plan" }, { description: "d" }, { status: "PLANNING" }])
      expect((await world.bob.patch(plan.path, body)).body.plan).toMatchObject({ revision: 1 });
    expect(await hashOfRows(world)).toBe(before);
  });

  it.each([
    [{ owner: "x" }, "/owner"],
    [{ ownerUserId: "x" }, "/ownerUserId"],
    [{ archivedAt: null }, "/archivedAt"],
    [{ capability: "OWN" }, "/capability"],
    [{ rootPlanId: "x" }, "/rootPlanId"],
    [{ status: "ARCHIVED" }, "/status"],
    [{ visibility: null }, "/visibility"],
    [{ name: null }, "/name"],
    [{ baseRevision: 0 }, "/baseRevision"],
  ])("refuses unknown fields and wrong values: %o", async (body, path) => {
    const plan = await newPlan(world.bob, project);
    const answer = await world.bob.patch(plan.path, body);
    expect(outcome(answer)).toBe("400 invalid_request");
    expect(answer.body.error.details[0].path).toBe(path);
  });

  it("needs OWN for the visibility, checked before the archived state", async () => {
    const plan = await newPlan(world.bob, project);
    await world.bob.post(`${plan.path}/archive`);
    expect(outcome(await world.carol.patch(plan.path, { visibility: "TEAM" }))).toBe("403 forbidden");
    expect(outcome(await world.carol.patch(plan.path, { name: "x" }))).toBe("409 plan_archived");
  });

  it("honors If-Match: another revision is 412 and writes nothing", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    const { headers } = await bob.get(plan.path);
    const etag = String(headers.etag);
    expect(etag).toMatch(/^"1-[\w-]+"$/);
    expect(outcome(await bob.patch(plan.path, { name: "a" }, { "if-match": etag }))).toBe("200");
    const before = await hashOfRows(world);
    const stale = await bob.patch(plan.path, { name: "b" }, { "if-match": etag });
    expect(outcome(stale)).toBe("412 precondition_failed");
    expect(stale.body.error.details).toEqual({ revision: 2 });
    expect(await hashOfRows(world)).toBe(before);
  });

  it("merges descriptions that were changed from one revision, and refuses an overlap", async () => {
    const { bob, carol } = world;
    const plan = await newPlan(bob, project, { description: "a\nb\nc\nd" });
    await bob.patch(plan.path, { description: "A\nb\nc\nd", baseRevision: 1 });
    const merged = await carol.patch(plan.path, { description: "a\nb\nc\nD", baseRevision: 1 });
    expect(merged.body.plan).toMatchObject({ description: "A\nb\nc\nD", revision: 3 });
    const overlap = await carol.patch(plan.path, { description: "x\nb\nc\nd", baseRevision: 1 });
    expect(outcome(overlap)).toBe("409 revision_conflict");
    const three = { base: "a\nb\nc\nd", yours: "x\nb\nc\nd", current: "A\nb\nc\nD" };
    expect(overlap.body.error.details).toEqual({ revision: 3, ...three });
    expect(overlap.body.error.message).toMatch(/^carol and others changed the same text\. Merge/);
    const last = await bob.patch(plan.path, { description: "a\nb\nc\nY", baseRevision: 2 });
    expect(last.body.error.message).toMatch(/^carol changed the same text\. Merge/);
    const never = await carol.patch(plan.path, { description: "x", baseRevision: 4 });
    expect(outcome(never)).toBe("400 invalid_request");
    expect(never.body.error.details[0].path).toBe("/baseRevision");
  });

  it("answers 304 to a read with the current tag, and a new tag after a change of right", async () => {
    const { bob, carol } = world;
    const plan = await newPlan(bob, project);
    const { headers } = await carol.get(plan.path);
    const tag = { "if-none-match": String(headers.etag) };
    expect((await carol.get(plan.path, tag)).status).toBe(304);
    await bob.post(`${plan.path}/owner`, { userId: carol.userId });
    expect((await carol.get(plan.path, tag)).status).toBe(200);
  });
});
