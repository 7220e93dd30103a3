import type { Evidence } from "@groundplan/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { project, run, textOf } from "./scene.test-support.ts";

const criteria = ["AC-1: An empty order is 400.", "A full order is 201.", "AC-3: Both are logged."];

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  let spec: Awaited<ReturnType<typeof newSpec>>;
  beforeEach(async () => {
    plan = await newPlan(world.bob, project);
    spec = await newSpec(world.bob, plan, { content: textOf(criteria) });
  });

  const add = (by: Person, ...evidence: object[]) => by.post(`${spec.path}/evidence`, { evidence });
  const all = async (): Promise<{ evidence: Evidence[]; open: unknown[] }> =>
    (await world.bob.get(`${spec.path}/evidence`)).body;
  const proven = async () =>
    (await world.bob.get(spec.path)).body.spec.acceptanceCriteria.map(
      ({ evidence }: { evidence: { result: string; trust: string } | null }) =>
        evidence && `${evidence.result} ${evidence.trust}`,
    );

  it("proves criteria by label or number, newest first, and names those that are open", async () => {
    const answer = await add(
      world.bob,
      run("AC-1"),
      run(2, { result: "failed", kind: "review", checks: undefined }),
    );
    expect(outcome(answer)).toBe("201");
    expect(answer.body.open).toEqual([2, "AC-3"]);
    expect(answer.body.evidence[0]).toMatchObject({
      criterion: { id: "AC-1", text: "An empty order is 400.", number: 1 },
      result: "passed",
      checks: 3,
      note: null,
      trust: "told",
      valid: true,
      author: { userId: world.bob.userId },
      credential: { kind: "api_key" },
    });
    await add(world.carol, run(2, { note: "By hand" }));
    const { evidence, open } = await all();
    expect(open).toEqual(["AC-3"]);
    expect(evidence.map(({ criterion, result }) => [criterion.number, result])).toEqual([
      [2, "passed"],
      [2, "failed"],
      [1, "passed"],
    ]);
    expect(await proven()).toEqual(["passed told", "passed told", null]);
  });

  it.each([
    ["a run that passed without a check", run("AC-1", { checks: 0 }), "/evidence/0/checks"],
    ["a run that passed and doesn't count", run("AC-1", { checks: undefined }), "/evidence/0/checks"],
    ["more checks than can be stored", run("AC-1", { checks: 2 ** 31 }), "/evidence/0/checks"],
    ["a label that isn't there", run("AC-9"), "/evidence/0/criterion"],
    ["the words of a criterion", run("An empty order is 400."), "/evidence/0/criterion"],
    ["a number above", run(4), "/evidence/0/criterion"],
    ["a number as text", run("1"), "/evidence/0/criterion"],
    ["no reference", run("AC-1", { ref: "" }), "/evidence/0/ref"],
  ])("refuses %s, and writes nothing", async (_, item, path) => {
    const answer = await add(world.bob, item);
    expect([outcome(answer), answer.body.error.details[0].path]).toEqual(["400 invalid_request", path]);
    const second = await add(world.bob, run("AC-1"), item);
    expect(second.body.error.details[0].path).toBe(path.replace("/0", "/1"));
    expect((await all()).evidence).toEqual([]);
  });

  it("refuses a label that stands twice and names the numbers, and whoever can't edit", async () => {
    await world.bob.patch(spec.path, { content: textOf(["AC-1: One.", "AC-1: Two."]) });
    const answer = await add(world.bob, run("AC-1"));
    expect(answer.body.error.details[0].message).toContain("1, 2");
    expect((await all()).open).toEqual([1, 2]);
    expect(outcome(await add(world.vera, run(1)))).toBe("403 forbidden");
    expect(outcome(await add(world.vera, run(1, { checks: 0 })))).toBe("400 invalid_request");
    expect(outcome(await add(world.mallory, run(1)))).toBe("404 not_found");
  });

  it("is bound to the words: a change reopens exactly that criterion, and words that return are proven again", async () => {
    await add(world.bob, ...[1, 2, 3].map((number) => run(number)));
    const write = (items: readonly string[]) => world.bob.patch(spec.path, { content: textOf(items) });
    await write(["AC-7: An   empty order\n   is 400.", "A full order is 200.", "AC-3: Both are logged."]);
    expect((await all()).open).toEqual([2]);
    expect((await all()).evidence.map(({ valid }) => valid)).toEqual([true, false, true]);
    await write([...criteria].reverse());
    expect((await all()).open).toEqual([]);
  });

  it("trusts others more than who works on the spec, and decides that at each read", async () => {
    await add(world.carol, run("AC-1"));
    await world.bob.post("/v1/claims", { spec: spec.id });
    expect((await proven())[0]).toBe("passed other");
    const { claims } = (await world.bob.get(`/v1/claims?planShortId=${plan.shortId}`)).body;
    const given = await add(world.bob, run(2));
    expect(given.body.evidence[0]).toMatchObject({ trust: "told", claimId: claims[0].id });
    await world.bob.post(`/v1/claims/${claims[0].id}/release`);
    await world.carol.patch(spec.path, { status: "IN_PROGRESS" });
    expect((await proven())[0]).toBe("passed told");
  });

  it("comes with the completion of a claim, which is refused as a whole for a wrong one", async () => {
    const { claim } = (await world.bob.post("/v1/claims", { spec: spec.id })).body;
    const complete = (...evidence: object[]) =>
      world.bob.post(`/v1/claims/${claim.id}/complete`, { evidence });
    expect(outcome(await complete(run("AC-1"), run("AC-9")))).toBe("400 invalid_request");
    expect((await world.bob.get(spec.path)).body.spec.status).toBe("IN_PROGRESS");
    const done = await complete(run("AC-1"), run(2));
    expect([done.status, done.body.open]).toEqual([200, ["AC-3"]]);
    expect((await all()).evidence.every(({ claimId }) => claimId === claim.id)).toBe(true);
  });

  it("stands in the brief, with the criteria that are open", async () => {
    await add(world.bob, run("AC-1"), run(2, { result: "failed" }));
    const { brief } = (await world.bob.get(`${spec.path}/brief`)).body;
    expect(brief.text).toContain("- AC-1: passed (told)\n- 2: failed (told)\n- AC-3: open");
  });

  it("follows the spec to another plan, and sleeps with it while it is deleted", async () => {
    await add(world.bob, run("AC-1"));
    await world.bob.delete(spec.path);
    expect(outcome(await world.bob.get(`${spec.path}/evidence`))).toBe("404 not_found");
    await world.bob.post(`${spec.path}/restore`);
    expect(await proven()).toEqual(["passed told", null, null]);
    const target = await newPlan(world.bob, project);
    const moved = (await world.bob.post(`${spec.path}/move`, { planId: target.id })).body.spec;
    await world.bob.delete(plan.path);
    const read = (await world.bob.get(`${target.path}/specs/${moved.shortId}/evidence`)).body;
    expect(read.open).toEqual([2, "AC-3"]);
  });
});
