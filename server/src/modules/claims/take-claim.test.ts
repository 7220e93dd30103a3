import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { project, ready, setUpClaims } from "./scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  const { world, scene, spec, inPlan, take, taken, named, header, statusOf } = setUpClaims(create);

  it("claims the first ready spec of a plan that isn't in planning, and sets it in progress", async () => {
    await spec({ readiness: 3 });
    const first = await spec();
    await spec();
    const claim = await taken(world.bob, inPlan({ agent: "Coder 1", minutes: 10 }));
    expect(claim).toMatchObject({
      fence: 1,
      state: "held",
      projectSlug: "web",
      planShortId: scene.plan.shortId,
      specShortId: "SPEC-2",
      specId: first.id,
      agent: "Coder 1",
      holder: { userId: world.bob.userId },
      credential: { kind: "api_key" },
      note: null,
    });
    expect(Date.parse(claim.until) - Date.parse(claim.createdAt)).toBe(600_000);
    expect(await statusOf(first)).toBe("IN_PROGRESS");
    expect((await world.bob.get(scene.plan.path)).body.plan.status).toBe("BUILDING");
    const { id, agent, holder, until } = claim;
    expect((await world.carol.get(first.path)).body.spec.claim).toEqual({ id, agent, holder, until });
    const { specs } = (await world.carol.get(`${scene.plan.path}/specs`)).body;
    expect(specs.map((one: { claim: unknown }) => one.claim)).toEqual([
      null,
      { id, agent, holder, until },
      null,
    ]);
  });

  it("brings the brief within its budget, none for 0, and refuses budgets between", async () => {
    await spec({ title: "Refuse empty orders" });
    const { brief } = (await take(world.bob, inPlan({ budget: 600 }))).body;
    expect(brief.text).toContain("Refuse empty orders");
    expect([brief.budget, brief.tokens <= 600]).toEqual([600, true]);
    await spec();
    expect((await take(world.bob, inPlan({ budget: 0 }))).body.brief).toBe(null);
    for (const budget of [1, 499, 50_001])
      expect(outcome(await take(world.bob, inPlan({ budget })))).toBe("400 invalid_request");
  });

  it("never chooses a spec twice", async () => {
    for (let n = 0; n < 4; n++) await spec();
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => take(world.bob)));
    const specs = answers.filter(({ status }) => status === 201).map(({ body }) => body.claim.specId);
    expect(new Set(specs).size).toBe(4);
    expect(specs).toHaveLength(4);
    expect(answers.map(outcome).filter((one) => one === "409 nothing_to_claim")).toHaveLength(2);
  });

  it("says why specs that are there can't be claimed", async () => {
    const needed = await spec();
    await spec({ needsFirst: [needed.shortId] });
    await spec({ readiness: 2 });
    await spec({ effort: 5 });
    const asked = await spec();
    const question = { kind: "question", blocking: true, body: "Which?" };
    await world.carol.post(`/v1/documents/${asked.id}/threads`, question);
    expect((await take(world.bob, named(asked))).body.error.code).toBe("question_open");
    const claim = await taken(world.bob);
    const answer = await take(world.bob, inPlan({ maxEffort: 4 }));
    expect(outcome(answer)).toBe("409 nothing_to_claim");
    expect(answer.body.error.message).toMatch(
      /^There is no spec of an effort of at most 4 to claim: 1 already claimed, /,
    );
    expect(answer.body.error.details).toEqual({
      waiting: 1,
      held: 1,
      belowReady: 1,
      questions: 1,
      notReadyPlans: 0,
      nextFreeAt: claim.until,
    });
    await world.bob.patch(needed.path, { status: "DONE" }, header(claim));
    expect(outcome(await take(world.bob, inPlan({ maxEffort: 4 })))).toBe("201");
  });

  it("chooses in ready plans that the caller can edit only, and takes a plan by itself", async () => {
    const planning = await newPlan(world.bob, project);
    await newSpec(world.bob, planning, ready);
    const answer = await take(world.bob, { planShortId: planning.shortId });
    expect(answer.body.error.details.notReadyPlans).toBe(1);
    await spec();
    await world.bob.patch(scene.plan.path, { visibility: "PRIVATE" });
    await world.bob.put(`${scene.plan.path}/shares/${world.carol.userId}`, { capability: "READ" });
    expect(outcome(await take(world.carol))).toBe("403 forbidden");
    expect(outcome(await take(world.carol, {}))).toBe("409 nothing_to_claim");
    expect(outcome(await take(world.alice))).toBe("404 not_found");
  });

  it("passes over what waits for a private plan, for those who can read that plan", async () => {
    const secret = await newPlan(world.bob, project, { visibility: "PRIVATE" });
    const needed = await newSpec(world.bob, secret, {});
    const [waiting, other] = [await spec(), await spec()];
    const ends = { fromSpecId: waiting.id, toSpecId: needed.id };
    await world.bob.post(`${scene.plan.path}/dependencies`, ends);
    expect((await taken(world.bob)).specId).toBe(other.id);
    const { details } = (await take(world.bob)).body.error;
    expect(details).toMatchObject({ waiting: 1, held: 1, belowReady: 0, questions: 0, notReadyPlans: 0 });
    expect((await taken(world.carol)).specId).toBe(waiting.id);
    expect((await take(world.carol)).body.error.details).toMatchObject({ waiting: 0, held: 2 });
  });

  it("counts each spec under the first reason that holds, those of the asked effort only", async () => {
    const needed = await spec({ status: "IN_PROGRESS" });
    const waiting = await spec({ needsFirst: [needed.shortId] });
    const [asked, low] = [await spec(), await spec({ readiness: 2 })];
    await spec({ effort: 5 });
    const ask = { body: "Which?", kind: "question", blocking: true };
    for (const { id } of [waiting, asked]) await world.bob.post(`/v1/documents/${id}/threads`, ask);
    const { details } = (await take(world.bob, inPlan({ maxEffort: 2 }))).body.error;
    expect(details).toEqual({
      waiting: 1,
      held: 0,
      questions: 1,
      notReadyPlans: 0,
      belowReady: 1,
      nextFreeAt: null,
    });
    expect((await taken(world.bob, inPlan({ maxEffort: 2, minReadiness: 2 }))).specId).toBe(low.id);
  });

  it("takes a named spec of any readiness, also in a plan in planning, and one that is in progress unclaimed", async () => {
    const planning = await newPlan(world.bob, project);
    const rough = await newSpec(world.bob, planning, { title: "Rough", status: "IN_PROGRESS" });
    const claim = await taken(world.bob, { spec: rough.id });
    expect(claim.specId).toBe(rough.id);
    expect((await world.bob.get(planning.path)).body.plan.status).toBe("PLANNING");
  });

  it("refuses a named spec for its true reason, in the order of the checks", async () => {
    const needed = await spec();
    const waiting = await spec({ needsFirst: [needed.shortId] });
    const done = await spec({ status: "DONE" });
    const refusal = async (body: Record<string, unknown>, by = world.bob) => {
      const answer = await take(by, body);
      const { details } = answer.body.error;
      return details === undefined ? [outcome(answer)] : [outcome(answer), details];
    };
    expect(await refusal(named({ shortId: "SPEC-9" }))).toMatchObject(["404 not_found", [{ path: "/spec" }]]);
    expect(await refusal(named(needed), world.vera)).toMatchObject(["403 forbidden"]);
    expect(await refusal(named(done))).toMatchObject(["409 invalid_transition"]);
    expect(await refusal(named(waiting))).toEqual(["409 needs_open", { needs: [needed.shortId] }]);
    const claim = await taken(world.bob, named(needed));
    expect(await refusal(named(needed), world.carol)).toEqual([
      "409 claim_held",
      { holder: claim.holder, agent: null, until: claim.until },
    ]);
    expect(await refusal(named(needed, { maxEffort: 2 }))).toMatchObject([
      "400 invalid_request",
      [{ path: "/maxEffort" }],
    ]);
    await world.bob.post(`${scene.plan.path}/archive`);
    expect(await refusal(named(done))).toMatchObject(["409 plan_archived"]);
  });

  it("counts the claims of a spec as its fence, and holds 20 claims of a credential at most", async () => {
    const first = await spec();
    const claim = await taken(world.bob, named(first));
    await world.bob.post(`/v1/claims/${claim.id}/release`);
    expect((await taken(world.bob, named(first))).fence).toBe(2);
    for (let n = 0; n < 20; n++) await spec();
    for (let n = 1; n < 20; n++) await taken(world.bob);
    expect(outcome(await take(world.bob))).toBe("409 too_many_claims");
    expect(outcome(await take(world.carol))).toBe("201");
  });
});
