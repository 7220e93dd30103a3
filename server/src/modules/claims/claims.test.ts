import type { Claim } from "@groundplan/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import type { Person } from "../../../test/world.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";
import { expireJob } from "./expire-claims.ts";
import { project, setUpClaims } from "./scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  const { world, scene, spec, inPlan, taken, named, otherKey, header, statusOf, stateOf, runOut } =
    setUpClaims(create);

  describe("holding", () => {
    it("refuses to write the status of a claimed spec without the claim; texts stay free", async () => {
      const held = await spec();
      const claim = await taken(world.bob);
      const writes = [
        [world.bob, "DONE", "CANCELLED"],
        [world.carol, "IN_PROGRESS", "IN_PROGRESS"],
      ] as const;
      for (const [by, status, ofMany] of writes) {
        const answer = await by.patch(held.path, { status });
        expect(outcome(answer)).toBe("409 claim_held");
        expect(answer.body.error.details).toEqual({ holder: claim.holder, agent: null, until: claim.until });
        const many = { specShortIds: [held.shortId], changes: { status: ofMany } };
        const bulk = await by.patch(`${scene.plan.path}/specs`, many);
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
        outcome(await world.bob.patch(`${scene.plan.path}/specs/SPEC-9`, { title: "x" }, { claim: "a.1" })),
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
      const held = await spec();
      const claim = await taken(world.bob);
      expect(outcome(await world.carol.post(`/v1/claims/${claim.id}/renew`))).toBe("403 forbidden");
      const other = await otherKey();
      expect(outcome(await other.post(`/v1/claims/${claim.id}/renew`))).toBe("403 forbidden");
      const done = await other.patch(held.path, { status: "DONE" }, header(claim));
      expect(outcome(done)).toBe("403 forbidden");
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
          planShortId: scene.plan.shortId,
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
      expect(refused.body.error.details).toMatchObject([{ path: "/next/projectSlug" }]);
      const two = { spec: held.id, maxEffort: 2 };
      const wrong = await world.bob.post(`/v1/claims/${claim.id}/complete`, { next: two });
      expect(wrong.body.error).toMatchObject({
        code: "invalid_request",
        details: [{ path: "/next/maxEffort" }],
      });
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
        (await world.bob.get(`/v1/claims?planShortId=${scene.plan.shortId}&${query}`)).body.claims.map(
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
      const { planShortId, specShortId } = claim;
      expect(items[0]).toMatchObject({
        type: "claim",
        eventType: "claim.expired",
        planShortId,
        specShortId,
        documentTitle: (await world.bob.get(held.path)).body.spec.title,
        url: expect.stringMatching(`/projects/web/plans/${planShortId}/specs/${specShortId}$`),
      });
    });

    it("a notice about a claim names the plan alone once its spec is elsewhere", async () => {
      const held = await spec();
      await taken(world.bob, named(held));
      const secret = await newPlan(world.bob, project, { visibility: "PRIVATE" });
      await world.bob.post(`${held.path}/move`, { planId: secret.id });
      const [item] = (await world.bob.get("/v1/notifications")).body.items;
      expect(item).toMatchObject({ eventType: "claim.ended", planShortId: scene.plan.shortId });
      expect(item).not.toHaveProperty("specShortId");
      expect(item.documentTitle).toBe(item.planName);
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
          await world.bob.post(`${scene.plan.path}/move`, { parentPlanId: parent.id });
        },
        "the plan is archived": () => world.bob.post(`${scene.plan.path}/archive`),
      };
      for (const [title, end] of Object.entries(ends)) {
        scene.plan = await newPlan(world.bob, project);
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
      await world.bob.patch(scene.plan.path, { visibility: "PRIVATE" });
      const share = `${scene.plan.path}/shares/${world.carol.userId}`;
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
