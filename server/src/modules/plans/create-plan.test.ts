import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "./rows.test-support.ts";
import { newPlan, outcome } from "./scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });

  it("creates a TEAM plan in PLANNING that belongs to its creator", async () => {
    const { body } = await world.bob.post(`${project}/plans`, { name: "  Launch  " });
    const got = await world.bob.get(`${project}/plans/${body.plan.shortId}`);
    expect(got.body).toEqual(body);
    expect(body.plan).toMatchObject({
      name: "Launch",
      description: null,
      status: "PLANNING",
      statusLabel: "Planning",
      visibility: "TEAM",
      ownerUserId: world.bob.userId,
      capability: "OWN",
      specCount: 0,
      parentPlanId: null,
      rootPlanId: body.plan.id,
      archivedAt: null,
    });
    expect(body.plan.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("creates a sub-plan under a handle or an id, which inherits visibility and owner", async () => {
    const root = await newPlan(world.bob, project, { visibility: "PRIVATE" });
    await world.bob.put(`${root.path}/shares/${world.carol.userId}`, { capability: "EDIT" });
    for (const parentPlanId of [root.id, root.shortId]) {
      const sub = await newPlan(world.carol, project, { parentPlanId });
      expect(sub).toMatchObject({
        parentPlanId: root.id,
        rootPlanId: root.id,
        visibility: null,
        ownerUserId: world.bob.userId,
        capability: "EDIT",
      });
      const below = await newPlan(world.carol, project, { parentPlanId: sub.id });
      expect(below).toMatchObject({ parentPlanId: sub.id, rootPlanId: root.id });
    }
    const refused = await world.alice.post(`${project}/plans`, { name: "x", parentPlanId: root.id });
    expect(outcome(refused)).toBe("404 not_found");
  });

  it("refuses a visibility for a sub-plan, after 403 and after plan_archived", async () => {
    const root = await newPlan(world.bob, project);
    const body = { name: "x", parentPlanId: root.id, visibility: "TEAM" };
    expect(outcome(await world.vera.post(`${project}/plans`, body))).toBe("403 forbidden");
    expect(outcome(await world.bob.post(`${project}/plans`, body))).toBe("409 not_root");
    await world.bob.post(`${root.path}/archive`);
    expect(outcome(await world.bob.post(`${project}/plans`, body))).toBe("409 plan_archived");
  });

  it.each([
    [{}, "/name"],
    [{ name: "" }, "/name"],
    [{ name: " \t " }, "/name"],
    [{ name: "x".repeat(201) }, "/name"],
    [{ name: "a\u0007b" }, "/name"],
    [{ name: 7 }, "/name"],
    [{ name: "x", visibility: "PUBLIC" }, "/visibility"],
    [{ name: "x", description: "é".repeat(131_073) }, "/description"],
    [{ name: "x", ownerUserId: "me" }, "/ownerUserId"],
    [{ name: "x", parentPlanId: 1 }, "/parentPlanId"],
  ])("refuses a body of the wrong shape: %#", async (body, path) => {
    const before = await hashOfRows(world);
    const answer = await world.bob.post(`${project}/plans`, body);
    expect(outcome(answer)).toBe("400 invalid_request");
    expect(answer.body.error.details[0].path).toBe(path);
    expect(await hashOfRows(world)).toBe(before);
  });

  it("counts a name's characters as code points", async () => {
    expect((await newPlan(world.bob, project, { name: "😀".repeat(200) })).name).toBe("😀".repeat(200));
    expect(outcome(await world.bob.post(`${project}/plans`, { name: "😀".repeat(201) }))).toMatch(/^400/);
  });

  it("numbers handles per workspace and never reuses one, also after a delete", async () => {
    const first = await newPlan(world.bob, project);
    const number = Number(first.shortId?.slice(5));
    const second = await newPlan(world.bob, project);
    expect(second.shortId).toBe(`PLAN-${number + 1}`);
    expect(outcome(await world.bob.delete(second.path))).toBe("200");
    expect((await newPlan(world.bob, project)).shortId).toBe(`PLAN-${number + 2}`);
    await world.alice.post("/v1/projects", { name: "Second" });
    expect((await newPlan(world.bob, "/v1/projects/second")).shortId).toBe(`PLAN-${number + 3}`);
  });

  it("deletes a plan with its sub-plans, specs, versions, shares and dependencies at once", async () => {
    const { bob, carol } = world;
    const plan = await newPlan(bob, project);
    const sub = await newPlan(bob, project, { parentPlanId: plan.id });
    const other = await newPlan(bob, project);
    for (const { path } of [plan, sub, other]) {
      const specs = [
        { title: "a", ref: "a" },
        { title: "b", needsFirst: ["a"], parentSpecId: "a" },
      ];
      await bob.post(`${path}/specs/batch`, { specs });
    }
    await bob.put(`${plan.path}/shares/${carol.userId}`, { capability: "READ" });
    await bob.post(`${other.path}/dependencies`, { fromPlanId: other.id, toPlanId: sub.id });
    expect((await bob.get(`${other.path}/dependencies`)).body.dependencies).toHaveLength(2);

    expect(outcome(await carol.delete(plan.path))).toBe("403 forbidden");
    const stale = await bob.delete(plan.path, { "if-match": '"7"' });
    expect(outcome(stale)).toBe("412 precondition_failed");
    expect((await bob.delete(plan.path)).body).toEqual({ deleted: true });
    for (const path of [plan.path, sub.path])
      expect(outcome(await bob.get(`${path}/specs`))).toBe("404 not_found");
    expect((await bob.get(`${other.path}/dependencies`)).body.dependencies).toHaveLength(1);
    const ids = [plan.id, sub.id];
    const { db } = world.context;
    for (const rows of [
      db.selectFrom("specs").select("id").where("plan_id", "in", ids),
      db.selectFrom("shares").select("plan_id as id").where("plan_id", "in", ids),
      db.selectFrom("dependencies").select("id").where("to_plan_id", "in", ids),
      db.selectFrom("revisions").select("subject_id as id").where("subject_id", "in", ids),
    ])
      expect(await rows.execute()).toEqual([]);
    const kept = db.selectFrom("revisions").select("subject_id").distinct();
    const subjects = new Set((await kept.execute()).map((row) => row.subject_id));
    const left = await db.selectFrom("specs").select("id").execute();
    const plans = await db.selectFrom("plans").select("id").execute();
    expect(subjects).toEqual(new Set([...left, ...plans].map(({ id }) => id)));
  });
});
