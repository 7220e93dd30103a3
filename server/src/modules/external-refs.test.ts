import { describe, expect, it } from "vitest";
import { databases } from "../../test/databases.ts";
import { expectError, expectInvalid } from "../../test/expect-error.ts";
import { withRows } from "../../test/own-connection.ts";
import { type Answer, setUpWorld } from "../../test/world.ts";
import { hashOfRows } from "./plans/rows.test-support.ts";
import { newPlan, newSpec, outcome } from "./plans/scene.test-support.ts";

const project = "/v1/projects/web";

function expectTaken(answer: Answer, ...pointers: string[]): void {
  expectError(answer, "external_ref_taken");
  expect(answer.body.error.details).toEqual(
    pointers.map((path) => ({ path, message: expect.stringMatching(/has the same externalRef$/) })),
  );
}

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  it("stores the reference given by a create, a batch and a PATCH, and null clears it", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    const spec = await newSpec(bob, plan, { externalRef: "kiro:albums/1" });
    const none = await newSpec(bob, plan);
    await bob.post(`${plan.path}/specs/batch`, { specs: [{ title: "x", externalRef: "kiro:albums/2" }] });
    const refs = async () =>
      (await bob.get(`${plan.path}/specs`)).body.specs.map(
        (one: { externalRef: unknown }) => one.externalRef,
      );
    expect(await refs()).toEqual(["kiro:albums/1", null, "kiro:albums/2"]);
    const etag = String((await bob.get(none.path)).headers.etag);
    await bob.patch(none.path, { externalRef: "kiro:albums/3" });
    expect((await bob.get(none.path, { "if-none-match": etag })).body.spec.externalRef).toBe("kiro:albums/3");
    await bob.patch(spec.path, { title: "Renamed" });
    expect(outcome(await bob.patch(spec.path, { externalRef: "kiro:albums/1" }))).toBe("200");
    expect(await refs()).toEqual(["kiro:albums/1", "kiro:albums/3", "kiro:albums/2"]);
    await bob.patch(spec.path, { externalRef: null });
    expect(await refs()).toEqual([null, "kiro:albums/3", "kiro:albums/2"]);
  });

  it("is unique in its plan: a second one is 409 with the field, and nothing is written", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    const first = await newSpec(bob, plan, { externalRef: "a" });
    const second = await newSpec(bob, plan);
    const before = await hashOfRows(world);
    const specs = `${plan.path}/specs`;
    const batch = [{ title: "x", externalRef: "b" }, { title: "y", externalRef: "a" }, { title: "z" }];
    expectTaken(await bob.post(specs, { title: "x", externalRef: "a" }), "/externalRef");
    expectTaken(await bob.patch(second.path, { title: "x", externalRef: "a" }), "/externalRef");
    expectTaken(await bob.post(`${specs}/batch`, { specs: batch }), "/specs/1/externalRef");
    const twice = [...batch, { title: "again", externalRef: "b" }];
    expectTaken(
      await bob.post(`${specs}/batch`, { specs: twice }),
      "/specs/1/externalRef",
      "/specs/3/externalRef",
    );
    expect(await hashOfRows(world)).toBe(before);

    const other = await newPlan(bob, project);
    await newSpec(bob, other, { externalRef: "a" });
    for (const different of ["A", "a ", "á", "a\u0301"]) await newSpec(bob, plan, { externalRef: different });
    await bob.patch(first.path, { externalRef: null });
    expect(outcome(await bob.patch(second.path, { externalRef: "a" }))).toBe("200");
    await bob.delete(second.path);
    expectTaken(await bob.patch(first.path, { externalRef: "a" }), "/externalRef");
  });

  it("has 1 to 200 characters, counted as code points", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project);
    for (const wrong of ["", "x".repeat(201), 1, ["a"], "\0", "\ud800"]) {
      expectInvalid(await bob.post(`${plan.path}/specs`, { title: "x", externalRef: wrong }), [
        "/externalRef",
      ]);
      expectInvalid(await bob.patch(plan.path, { externalRef: wrong }), ["/externalRef"]);
    }
    const longest = "🗻".repeat(200);
    expect((await newSpec(bob, plan, { externalRef: longest })).externalRef).toBe(longest);
    expect((await bob.patch(plan.path, { externalRef: longest })).body.plan.externalRef).toBe(longest);
  });

  it("goes to exactly one of many simultaneous writers", async () => {
    const { bob, carol } = world;
    const plan = await newPlan(bob, project);
    const specs = await Promise.all(Array.from({ length: 5 }, () => newSpec(bob, plan)));
    const answers = await Promise.all([
      ...specs.map((spec) => carol.patch(spec.path, { externalRef: "one" })),
      ...Array.from({ length: 10 }, () => bob.post(`${plan.path}/specs`, { title: "x", externalRef: "one" })),
    ]);
    const outcomes = answers.map(outcome).toSorted();
    expect(outcomes.slice(1)).toEqual(Array(14).fill("409 external_ref_taken"));
    const plans = await Promise.all(
      Array.from({ length: 10 }, () => bob.post(`${project}/plans`, { name: "x", externalRef: "one" })),
    );
    expect(plans.map(outcome).toSorted()).toEqual(["201", ...Array(9).fill("409 external_ref_taken")]);
  });

  it("is kept unique by the database itself", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project, { externalRef: "held" });
    const other = await newPlan(bob, project);
    await newSpec(bob, plan, { externalRef: "held" });
    const spec = await newSpec(bob, plan);
    await withRows(world, async (db) => {
      const set = (table: "plans" | "specs", id: string) =>
        db.updateTable(table).set({ external_ref: "held" }).where("id", "=", id).execute();
      await expect(set("specs", spec.id)).rejects.toThrow(/unique/i);
      await expect(set("plans", other.id)).rejects.toThrow(/unique/i);
    });
  });

  it("moves with its spec; if the other plan has it the move is 409 and nothing changes", async () => {
    const { bob } = world;
    const [from, to] = [await newPlan(bob, project), await newPlan(bob, project)];
    const spec = await newSpec(bob, from, { externalRef: "a" });
    const there = await newSpec(bob, to, { externalRef: "a" });
    const before = await hashOfRows(world);
    expectTaken(await bob.post(`${spec.path}/move`, { planId: to.id }), "/planId");
    expect(await hashOfRows(world)).toBe(before);
    await bob.patch(there.path, { externalRef: null });
    expect((await bob.post(`${spec.path}/move`, { planId: to.id })).body.spec.externalRef).toBe("a");
    expect(outcome(await bob.post(`${from.path}/specs`, { title: "x", externalRef: "a" }))).toBe("201");
  });

  it("finds its spec and its plan by the lists' filter", async () => {
    const { bob } = world;
    await bob.post("/v1/projects", { name: "Found" });
    const plan = await newPlan(bob, "/v1/projects/found", { externalRef: "kiro:a/1?&=%" });
    await newPlan(bob, "/v1/projects/found");
    const spec = await newSpec(bob, plan, { externalRef: "kiro:a/1?&=%" });
    await newSpec(bob, plan);
    const query = `externalRef=${encodeURIComponent("kiro:a/1?&=%")}`;
    const ids = async (list: string) =>
      (await bob.get(list)).body[list.includes("/specs") ? "specs" : "plans"].map(
        (one: { id: string }) => one.id,
      );
    for (const more of ["", "&limit=1", "&limit=200"]) {
      expect(await ids(`${plan.path}/specs?${query}${more}`)).toEqual([spec.id]);
      expect(await ids(`/v1/projects/found/plans?${query}${more}`)).toEqual([plan.id]);
    }
    expect(await ids(`${plan.path}/specs?externalRef=KIRO`)).toEqual([]);
    expect(await ids("/v1/projects/found/plans?externalRef=KIRO")).toEqual([]);
    expectInvalid(await bob.get(`${plan.path}/specs?externalRef=`), ["/externalRef"]);
    const { body } = await bob.get(`${plan.path}/specs?limit=1`);
    const other = `${plan.path}/specs?${query}&cursor=${body.nextCursor}`;
    expectInvalid(await bob.get(other), ["/cursor"]);
  });

  it("is unique in its project for a plan, even for an archived one, which still has it after a restore", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, project, { externalRef: "kiro:albums" });
    const sub = await newPlan(bob, project, { parentPlanId: plan.id });
    expectTaken(await bob.patch(sub.path, { name: "x", externalRef: "kiro:albums" }), "/externalRef");
    await bob.patch(sub.path, { externalRef: "kiro:albums/sub" });
    await bob.post("/v1/projects", { name: "Elsewhere" });
    await newPlan(bob, "/v1/projects/elsewhere", { externalRef: "kiro:albums" });

    await bob.post(`${plan.path}/archive`);
    const list = `${project}/plans?externalRef=kiro:albums`;
    expect((await bob.get(list)).body.plans).toEqual([]);
    expect((await bob.get(`${list}&archived=true`)).body.plans).toMatchObject([{ id: plan.id }]);
    const refused = await bob.post(`${project}/plans`, { name: "x", externalRef: "kiro:albums" });
    expectTaken(refused, "/externalRef");
    expect(refused.body.error.message).toContain(`${plan.shortId}, which is archived,`);
    expect(outcome(await bob.patch(plan.path, { externalRef: null }))).toBe("409 plan_archived");
    expect((await bob.post(`${plan.path}/restore`)).body.plan.externalRef).toBe("kiro:albums");
    expect((await bob.get(sub.path)).body.plan.externalRef).toBe("kiro:albums/sub");
    expect((await bob.post(`${sub.path}/move`, { parentPlanId: null })).body.plan.externalRef).toBe(
      "kiro:albums/sub",
    );

    await bob.delete(plan.path);
    expect(outcome(await bob.post(`${project}/plans`, { name: "x", externalRef: "kiro:albums" }))).toBe(
      "201",
    );
  });

  it("reveals no plan that the caller can't read", async () => {
    const { bob, carol } = world;
    const secret = await newPlan(bob, project, { visibility: "PRIVATE", externalRef: "secret" });
    const answer = await carol.post(`${project}/plans`, { name: "x", externalRef: "secret" });
    expectTaken(answer, "/externalRef");
    expect(JSON.stringify(answer.body)).not.toContain(String(secret.shortId));
    expect((await carol.get(`${project}/plans?externalRef=secret`)).body.plans).toEqual([]);
  });
});
