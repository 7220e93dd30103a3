import type { Claim, SpecStatus } from "@groundplan/contract";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { expireJob } from "./expire-claims.ts";

const project = "/v1/projects/web";
const ready = {
  content: "Orders without lines are refused.\n\n## Acceptance criteria\n\n1. AC-1: An empty order is 400.\n",
  effort: 2,
  readiness: 4,
};

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  beforeEach(async () => {
    plan = await newPlan(world.bob, project);
    await world.bob.patch(plan.path, { status: "READY" });
  });
  // An archived plan's claims end, so that none counts for the next test.
  afterEach(async () => {
    const { plans } = (await world.bob.get(`${project}/plans?limit=200`)).body;
    for (const { shortId } of plans) await world.bob.post(`${project}/plans/${shortId}/archive`);
  });

  const spec = (body: Record<string, unknown> = {}) => newSpec(world.bob, plan, { ...ready, ...body });
  const inPlan = (body: Record<string, unknown> = {}) => ({ planShortId: plan.shortId, ...body });
  const take = (by: Person, body: Record<string, unknown> = inPlan()) => by.post("/v1/claims", body);
  const taken = async (by: Person, body?: Record<string, unknown>): Promise<Claim> => {
    const answer = await take(by, body);
    expect(outcome(answer)).toBe("201");
    return answer.body.claim;
  };
  const named = ({ shortId }: { shortId: string }, more: Record<string, unknown> = {}) => ({
    spec: `${plan.shortId}/${shortId}`,
    ...more,
  });
  /** Bob with another key. */
  const otherKey = async () => {
    const { userId, email } = world.bob;
    return world.personOf({ name: "bob", userId, email, key: await world.key(email, "acme", "write") });
  };
  const header = ({ id, fence }: Claim) => ({ claim: `${id}.${fence}` });
  const statusOf = async ({ path }: { path: string }): Promise<SpecStatus> =>
    (await world.alice.get(path)).body.spec.status;
  const stateOf = async ({ id }: Claim) => (await world.alice.get(`/v1/claims/${id}`)).body.claim.state;
  /** Lets a lease run out. */
  const runOut = async ({ id }: Claim) => {
    const until = new Date(Date.now() - 1000).toISOString();
    await withRows(world, (db) => db.updateTable("claims").set({ until }).where("id", "=", id).execute());
  };

  describe("taking", () => {
    it("claims the first ready spec of a plan that isn't in planning, and sets it in progress", async () => {
      await spec({ readiness: 3 });
      const first = await spec();
      await spec();
      const claim = await taken(world.bob, inPlan({ agent: "Coder 1", minutes: 10 }));
      expect(claim).toMatchObject({
        fence: 1,
        state: "held",
        projectSlug: "web",
        planShortId: plan.shortId,
        specShortId: "SPEC-2",
        specId: first.id,
        agent: "Coder 1",
        holder: { userId: world.bob.userId },
        credential: { kind: "api_key" },
        note: null,
      });
      expect(Date.parse(claim.until) - Date.parse(claim.createdAt)).toBe(600_000);
      expect(await statusOf(first)).toBe("IN_PROGRESS");
      expect((await world.bob.get(plan.path)).body.plan.status).toBe("BUILDING");
      const { id, agent, holder, until } = claim;
      expect((await world.carol.get(first.path)).body.spec.claim).toEqual({ id, agent, holder, until });
      const { specs } = (await world.carol.get(`${plan.path}/specs`)).body;
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
      await world.bob.patch(plan.path, { visibility: "PRIVATE" });
      await world.bob.put(`${plan.path}/shares/${world.carol.userId}`, { capability: "READ" });
      expect(outcome(await take(world.carol))).toBe("403 forbidden");
      expect(outcome(await take(world.carol, {}))).toBe("409 nothing_to_claim");
      expect(outcome(await take(world.alice))).toBe("404 not_found");
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
      expect(await refusal(named({ shortId: "SPEC-9" }))).toMatchObject([
        "404 not_found",
        [{ path: "/spec" }],
      ]);
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
      await world.bob.post(`${plan.path}/archive`);
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

  describe("holding", () => {
    it("refuses to write the status of a claimed spec without the claim; texts stay free", async () => {
      const held = await spec();
      const claim = await taken(world.bob);
      for (const by of [world.bob, world.carol]) {
        const answer = await by.patch(held.path, { status: "DONE" });
        expect(outcome(answer)).toBe("409 claim_held");
        expect(answer.body.error.details).toEqual({ holder: claim.holder, agent: null, until: claim.until });
        const many = { specShortIds: [held.shortId], changes: { status: "CANCELLED" } };
        const bulk = await by.patch(`${plan.path}/specs`, many);
        expect([outcome(bulk), bulk.body.error.details[0].path]).toEqual([
          "409 claim_held",
          "/specShortIds/0",
        ]);
      }
      expect(outcome(await world.carol.patch(held.path, { title: "Other", effort: 3 }))).toBe("200");
      expect(await statusOf(held)).toBe("IN_PROGRESS");
    });

    it.each([
      ["DONE", "completed"],
      ["TODO", "released"],
      ["CANCELLED", "ended"],
    ] as const)("with the claim's header, the status %s leaves it %s", async (status, state) => {
      const held = await spec();
      const claim = await taken(world.bob);
      expect(outcome(await world.bob.patch(held.path, { status }, header(claim)))).toBe("200");
      expect([await statusOf(held), await stateOf(claim)]).toEqual([status, state]);
      expect((await world.bob.get(held.path)).body.spec.claim).toBe(null);
    });

    it("refuses any write under a claim that isn't held, and writes nothing", async () => {
      const first = await spec();
      const second = await spec();
      const claim = await taken(world.bob);
      const write = (by: Person, headers: Record<string, string>) =>
        by.patch(second.path, { title: "Written" }, headers);
      expect(outcome(await write(world.bob, { claim: "nonsense" }))).toBe("400 invalid_request");
      for (const bad of [`${claim.id}.2`, `${first.id}.1`])
        expect(outcome(await write(world.bob, { claim: bad }))).toBe("409 claim_lost");
      expect(outcome(await write(world.carol, header(claim)))).toBe("409 claim_lost");
      expect(
        outcome(await world.bob.patch(`${plan.path}/specs/SPEC-9`, { title: "x" }, { claim: "a.1" })),
      ).toBe("404 not_found");
      expect((await world.bob.get(second.path)).body.spec.title).toBe("Spec");
      expect(outcome(await write(world.bob, header(claim)))).toBe("200");
      await runOut(claim);
      expect(outcome(await write(world.bob, header(claim)))).toBe("409 claim_lost");
      expect(outcome(await world.bob.get(second.path, { claim: "nonsense" }))).toBe("200");
    });

    it("answers a repeated request under its key, whatever became of the claim", async () => {
      await spec();
      const again = () => world.bob.post("/v1/claims", inPlan(), { "idempotency-key": "take" });
      const { claim } = (await again()).body;
      await world.bob.post(`/v1/claims/${claim.id}/release`);
      expect((await again()).body.claim).toEqual(claim);
    });
  });

  describe("renewing", () => {
    it("moves the end of the lease, keeps a note, and says whether the text changed", async () => {
      const held = await spec();
      const claim = await taken(world.bob);
      const first = (await world.bob.post(`/v1/claims/${claim.id}/renew`, { minutes: 1, note: "Half done" }))
        .body;
      expect(first).toMatchObject({ revision: 1, changed: false, claim: { note: "Half done" } });
      expect(first.claim.until < claim.until).toBe(true);
      await world.carol.patch(held.path, { title: "Other" });
      const second = (await world.bob.post(`/v1/claims/${claim.id}/renew`)).body;
      expect(second).toMatchObject({ revision: 2, changed: true, claim: { note: "Half done" } });
    });

    it("answers all questions that were asked under the claim, with their answers", async () => {
      const held = await spec();
      const claim = await taken(world.bob);
      const threads = `/v1/documents/${held.id}/threads`;
      const ask = async (body: object, headers?: Record<string, string>) =>
        (await world.bob.post(threads, { kind: "question", blocking: true, ...body }, headers)).body.thread
          .id;
      await ask({ body: "Before the claim?" });
      const first = await ask({ body: "Which one?", options: ["This", "That"] }, header(claim));
      const second = await ask({ body: "And then?" }, header(claim));
      const completed = await world.bob.post(`/v1/claims/${claim.id}/complete`);
      expect(outcome(completed)).toBe("409 question_open");
      await world.carol.post(`${threads}/${first}/answer`, { option: 1 });
      const { questions } = (await world.bob.post(`/v1/claims/${claim.id}/renew`)).body;
      expect(questions).toEqual([
        {
          threadId: first,
          state: "resolved",
          answer: { option: 1, body: "That", by: { userId: world.carol.userId, name: "carol" } },
        },
        { threadId: second, state: "open", answer: null },
      ]);
    });

    it("is for the credential that took it, or a session of the same person", async () => {
      await spec();
      const claim = await taken(world.bob);
      expect(outcome(await world.carol.post(`/v1/claims/${claim.id}/renew`))).toBe("403 forbidden");
      const other = await otherKey();
      expect(outcome(await other.post(`/v1/claims/${claim.id}/renew`))).toBe("403 forbidden");
      expect(outcome(await other.post(`/v1/claims/${claim.id}/release`))).toBe("200");
      expect(outcome(await world.bob.post(`/v1/claims/${claim.id}/renew`))).toBe("409 claim_lost");
    });
  });

  describe("completing", () => {
    it("sets the spec done, names the criteria that nothing proves, and claims the next", async () => {
      const first = await spec();
      const second = await spec();
      const claim = await taken(world.bob);
      const answer = await world.bob.post(`/v1/claims/${claim.id}/complete`, {
        note: "Built",
        next: inPlan(),
      });
      expect(outcome(answer)).toBe("200");
      expect(answer.body).toMatchObject({
        claim: { state: "completed", note: "Built" },
        spec: {
          planShortId: plan.shortId,
          shortId: first.shortId,
          status: "DONE",
          revision: 1,
          readiness: 4,
        },
        open: ["AC-1"],
        next: { claim: { specId: second.id, state: "held" } },
      });
      const last = await world.bob.post(`/v1/claims/${answer.body.next.claim.id}/complete`, {
        next: inPlan(),
      });
      expect(last.body.next).toBe(null);
      expect(await statusOf(second)).toBe("DONE");
    });

    it("writes nothing when it is refused", async () => {
      const held = await spec();
      const claim = await taken(world.bob);
      const refused = await world.bob.post(`/v1/claims/${claim.id}/complete`, {
        next: { projectSlug: "none" },
      });
      expect(outcome(refused)).toBe("404 not_found");
      expect([await statusOf(held), await stateOf(claim)]).toEqual(["IN_PROGRESS", "held"]);
      await runOut(claim);
      expect(outcome(await world.bob.post(`/v1/claims/${claim.id}/complete`))).toBe("409 claim_lost");
      expect(await statusOf(held)).toBe("IN_PROGRESS");
    });
  });

  describe("ending", () => {
    it("a lease that ran out shows as expired at once, and its spec is free for the next", async () => {
      const held = await spec();
      const claim = await taken(world.bob);
      await runOut(claim);
      expect(await stateOf(claim)).toBe("expired");
      const listed = async (query: string) =>
        (await world.bob.get(`/v1/claims?planShortId=${plan.shortId}&${query}`)).body.claims.map(
          ({ id }: Claim) => id,
        );
      expect([await listed("state=held"), await listed("state=expired")]).toEqual([[], [claim.id]]);
      const next = await taken(world.carol);
      expect([next.specId, next.fence]).toEqual([held.id, 2]);
      expect(await listed("state=all")).toEqual([next.id, claim.id]);
      expect(await listed("mine=true")).toEqual([]);
    });

    it("the job sets a spec back that nobody took, and tells the holder", async () => {
      const held = await spec();
      const claim = await taken(world.bob);
      await runOut(claim);
      const job = { id: "", fence: 0 };
      const workspaceId = (await world.bob.get("/v1/me")).body.workspace.id;
      await expireJob(
        world.context,
        { workspaceId },
        { claim: job, attempt: 1, signal: new AbortController().signal },
      );
      expect(await statusOf(held)).toBe("TODO");
      const { items } = (await world.bob.get("/v1/notifications")).body;
      expect(items[0]).toMatchObject({ type: "claim", eventType: "claim.expired" });
    });

    it("ends with the ground under it: status at the tracker, archive, deletion, moves, rights and credentials", async () => {
      const ends: Record<string, (held: { path: string; id: string }) => Promise<unknown>> = {
        "the spec is deleted": ({ path }) => world.carol.delete(path),
        "the spec moves": async ({ path }) => {
          const target = await newPlan(world.bob, project);
          await world.bob.post(`${path}/move`, { planId: target.id });
        },
        "the plan moves": async () => {
          const parent = await newPlan(world.bob, project);
          await world.bob.post(`${plan.path}/move`, { parentPlanId: parent.id });
        },
        "the plan is archived": () => world.bob.post(`${plan.path}/archive`),
      };
      for (const [title, end] of Object.entries(ends)) {
        plan = await newPlan(world.bob, project);
        const held = await spec();
        const claim = await taken(world.carol, named(held));
        await end(held);
        const rows = await sql<{ state: string }>`select state from claims where id = ${claim.id}`.execute(
          world.context.db,
        );
        expect([title, rows.rows[0]?.state]).toEqual([title, "ended"]);
      }
    });

    it("ends when the holder loses the right to edit or the credential", async () => {
      const held = await spec();
      await world.bob.patch(plan.path, { visibility: "PRIVATE" });
      const share = `${plan.path}/shares/${world.carol.userId}`;
      await world.bob.put(share, { capability: "EDIT" });
      const claim = await taken(world.carol, named(held));
      await world.bob.put(share, { capability: "READ" });
      expect((await world.bob.get(`/v1/claims/${claim.id}`)).body.claim.state).toBe("ended");
      expect((await world.bob.get(held.path)).body.spec).toMatchObject({ status: "TODO", claim: null });
      const other = await otherKey();
      const second = await taken(other, named(held));
      const { keys } = (await other.get("/v1/api-keys")).body;
      const own = keys.find(({ prefix }: { prefix: string }) => other.key.startsWith(prefix));
      await world.bob.delete(`/v1/api-keys/${own.id}`);
      expect((await world.bob.get(`/v1/claims/${second.id}`)).body.claim.state).toBe("ended");
    });

    it("owners of the plan release a claim, others can't", async () => {
      const held = await spec();
      const claim = await taken(world.carol, named(held));
      expect(outcome(await world.vera.post(`/v1/claims/${claim.id}/release`))).toMatch(/^403/);
      expect(outcome(await world.alice.post(`/v1/claims/${claim.id}/release`, { note: "Mine" }))).toBe("200");
      expect([await statusOf(held), await stateOf(claim)]).toEqual(["TODO", "released"]);
      expect(outcome(await world.alice.get(`/v1/claims/${held.id}`))).toBe("404 not_found");
      expect(outcome(await world.mallory.get(`/v1/claims/${claim.id}`))).toBe("404 not_found");
    });
  });
});
