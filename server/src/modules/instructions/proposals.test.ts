import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "../plans/rows.test-support.ts";
import { outcome } from "../plans/scene.test-support.ts";
import { newCompany, newProject } from "./scene.test-support.ts";

describe.each(databases)("$database: a proposal", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });

  const propose = async (path: string, body: object, by: Person = world.carol) => {
    const answer = await by.post(`${path}/proposals`, body);
    expect(outcome(answer)).toBe("201");
    return answer.body.proposal as { id: string };
  };
  const accept = (path: string, { id }: { id: string }, by: Person = world.bob, headers = {}) =>
    by.post(`${path}/proposals/${id}/accept`, undefined, headers);
  const reject = (path: string, { id }: { id: string }, by: Person = world.bob) =>
    by.post(`${path}/proposals/${id}/reject`);
  const current = async (path: string, by: Person = world.bob) => (await by.get(path)).body.instructions;

  it("waits as `proposalPending` and changes no text until it is accepted as a version of its own kind", async () => {
    const path = await newProject(world);
    await world.bob.put(path, { markdown: "a\nb\nc" });
    const proposal = await propose(path, { markdown: "a\nb\nc\nd", message: "We need d." });
    expect(proposal).toEqual({
      id: expect.any(String),
      markdown: "a\nb\nc\nd",
      message: "We need d.",
      baseRevision: 1,
      author: { userId: world.carol.userId, name: "carol" },
      state: "open",
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await current(path)).toMatchObject({ markdown: "a\nb\nc", revision: 1, proposalPending: true });
    const answer = await accept(path, proposal);
    expect(answer.body.proposal).toEqual({ ...proposal, state: "accepted" });
    const after = { markdown: "a\nb\nc\nd", revision: 2, proposalPending: false };
    expect(await current(path)).toMatchObject(after);
    const [newest] = (await world.bob.get(`${path}/versions`)).body.versions;
    const message = "Accepted a proposal of carol: We need d.";
    expect(newest).toMatchObject({ op: "proposal", actor: "bob", message, seq: 2, version: 2 });
  });

  it("can be compared with its base version, whatever came later", async () => {
    const path = await newProject(world);
    for (const markdown of ["One.", "Two."]) await world.bob.put(path, { markdown });
    await propose(path, { markdown: "One and a half.", baseRevision: 1 });
    const [{ baseRevision }] = (await world.vera.get(`${path}/proposals`)).body.proposals;
    const base = await world.vera.get(`${path}/versions/${baseRevision}`);
    expect(base.body.version.markdown).toBe("One.");
  });

  it("is merged with changes since its base if they don't overlap", async () => {
    const path = await newProject(world);
    await world.bob.put(path, { markdown: "a\nb\nc\nd" });
    const proposal = await propose(path, { markdown: "a\nb\nc\nD" });
    await world.bob.put(path, { markdown: "A\nb\nc\nd" });
    expect(outcome(await accept(path, proposal))).toBe("200");
    expect((await current(path)).markdown).toBe("A\nb\nc\nD");
  });

  it("stays open if it overlaps with changes since: 409 with the three texts", async () => {
    const path = await newProject(world);
    await world.bob.put(path, { markdown: "a\nb" });
    const proposal = await propose(path, { markdown: "a\nyours" });
    await world.bob.put(path, { markdown: "a\nmine" });
    const before = await hashOfRows(world);
    const answer = await accept(path, proposal);
    expectError(answer, "revision_conflict");
    const three = { base: "a\nb", yours: "a\nyours", current: "a\nmine" };
    expect(answer.body.error.details).toEqual({ revision: 2, ...three });
    expect(await hashOfRows(world)).toBe(before);
    expect((await reject(path, proposal)).body.proposal.state).toBe("rejected");
  });

  it("adds no version if the text already equals it", async () => {
    const path = await newProject(world);
    await world.bob.put(path, { markdown: "One." });
    const proposal = await propose(path, { markdown: "Two." });
    await world.bob.put(path, { markdown: "Two." });
    expect((await accept(path, proposal)).body.proposal.state).toBe("accepted");
    expect((await current(path)).revision).toBe(2);
  });

  it("is created by members and decided by owners for the company; viewers only read", async () => {
    const { owner, member, viewer, path } = await newCompany(world);
    const proposal = await propose(path, { markdown: "Company." }, member);
    const before = await hashOfRows(world);
    expectError(await viewer.post(`${path}/proposals`, { markdown: "x" }), "forbidden");
    for (const who of [member, viewer]) {
      expectError(await accept(path, proposal, who), "forbidden");
      expectError(await reject(path, proposal, who), "forbidden");
    }
    expect(await hashOfRows(world)).toBe(before);
    expect((await viewer.get(`${path}/proposals`)).body.proposals).toEqual([proposal]);
    expect(outcome(await accept(path, proposal, owner))).toBe("200");
    expect(await current(path, viewer)).toMatchObject({
      scope: "company",
      markdown: "Company.",
      revision: 1,
    });
  });

  it("of a project is decided by members, and not found at any other address", async () => {
    const { alice, bob, carol, vera, mallory } = world;
    const [path, other] = [await newProject(world), await newProject(world)];
    const reader = await world.reader(bob);
    const proposal = await propose(path, { markdown: "Own." });
    const elsewhere = await propose(other, { markdown: "Other." });
    const before = await hashOfRows(world);
    expectError(await vera.post(`${path}/proposals`, { markdown: "x" }), "forbidden");
    expectError(await accept(path, proposal, vera), "forbidden");
    expectError(await reject(path, proposal, vera), "forbidden");
    for (const answer of [
      await accept(path, elsewhere, alice),
      await accept("/v1/instructions", proposal, alice),
      await accept(path, proposal, mallory),
      await reject(path, { id: "nothing" }, alice),
      await mallory.get(`${path}/proposals`),
      await mallory.post(`${path}/proposals`, { markdown: "x" }),
    ])
      expectError(answer, "not_found");
    expectError(await reader.post(`${path}/proposals`, { markdown: "x" }), "insufficient_scope");
    expectError(await accept(path, proposal, reader), "insufficient_scope");
    expect(await hashOfRows(world)).toBe(before);
    expect(outcome(await accept(path, proposal, carol))).toBe("200");
  });

  it("is decided once, by one of many simultaneous requests", async () => {
    const path = await newProject(world);
    const proposal = await propose(path, { markdown: "Once." });
    const tries = [accept, reject, accept, reject].map((decide) => decide(path, proposal));
    const answers = (await Promise.all(tries)).map(outcome).sort();
    expect(answers).toEqual(["200", ...Array(3).fill("409 not_open")]);
    for (const decide of [accept, reject]) expectError(await decide(path, proposal), "not_open");
    expect((await current(path)).revision).toBeLessThanOrEqual(1);
  });

  it("is accepted under If-Match of the text", async () => {
    const path = await newProject(world);
    await world.bob.put(path, { markdown: "One." });
    const proposal = await propose(path, { markdown: "Two." });
    const stale = await accept(path, proposal, world.bob, { "if-match": '"0"' });
    expectError(stale, "precondition_failed");
    expect(stale.body.error.details).toEqual({ revision: 1 });
    const etag = String((await world.bob.get(path)).headers.etag);
    expect(outcome(await accept(path, proposal, world.bob, { "if-match": etag }))).toBe("200");
  });

  it("is created and accepted once for one Idempotency-Key", async () => {
    const path = await newProject(world);
    const key = { "idempotency-key": `propose ${path}` };
    const body = { markdown: "Twice sent." };
    const [first, second] = [
      await world.carol.post(`${path}/proposals`, body, key),
      await world.carol.post(`${path}/proposals`, body, key),
    ];
    expect(second.body).toEqual(first.body);
    expect(second.headers["idempotent-replayed"]).toBe("true");
    expect((await world.carol.get(`${path}/proposals`)).body.proposals).toHaveLength(1);
    const other = await world.carol.post(`${path}/proposals`, { markdown: "Other." }, key);
    expectError(other, "idempotency_conflict");
    const again = { "idempotency-key": `accept ${path}` };
    const answers = [1, 2].map(() => accept(path, first.body.proposal, world.bob, again));
    const [done, replay] = await Promise.all(answers);
    expect([done?.status, replay?.body]).toEqual([200, done?.body]);
  });

  it("is listed by creation, optionally by state, and pages end early if texts are long", async () => {
    const path = await newProject(world);
    const long = "é".repeat(32_768);
    const made: { id: string }[] = [];
    for (let n = 0; n < 4; n++) made.push(await propose(path, { markdown: n % 2 ? long : `Text ${n}` }));
    await reject(path, made[0] ?? { id: "" });
    await accept(path, made[2] ?? { id: "" });
    const ids = async (query: string) =>
      (await world.vera.get(`${path}/proposals${query}`)).body.proposals.map(({ id }: { id: string }) => id);
    const all = made.map(({ id }) => id);
    expect(await ids("")).toEqual(all);
    expect(await ids("?state=open")).toEqual([all[1], all[3]]);
    expect(await ids("?state=rejected")).toEqual([all[0]]);
    expect(await ids("?state=accepted")).toEqual([all[2]]);
    expectInvalid(await world.vera.get(`${path}/proposals?state=all`), ["/state"]);
    const { nextCursor } = (await world.vera.get(`${path}/proposals?state=open&limit=1`)).body;
    expect(await ids(`?state=open&cursor=${nextCursor}`)).toEqual([all[3]]);
    expectInvalid(await world.vera.get(`${path}/proposals?cursor=${nextCursor}`), ["/cursor"]);
  });

  it("refuses a text that is too long or has a NUL, an unknown base, and unknown fields", async () => {
    const path = await newProject(world);
    await world.bob.put(path, { markdown: "One." });
    const before = await hashOfRows(world);
    const post = (body: object) => world.carol.post(`${path}/proposals`, body);
    expectInvalid(await post({}), ["/markdown"]);
    expectInvalid(await post({ markdown: "x".repeat(65_537) }), ["/markdown"]);
    expectInvalid(await post({ markdown: "x", message: "a\0" }), ["/message"]);
    expectInvalid(await post({ markdown: "x", message: "m".repeat(501) }), ["/message"]);
    expectInvalid(await post({ markdown: "x", state: "accepted" }), ["/state"]);
    for (const baseRevision of [2, 2_147_483_648]) {
      expectInvalid(await post({ markdown: "x", baseRevision }), ["/baseRevision"]);
    }
    expect(await hashOfRows(world)).toBe(before);
    const bad = await world.bob.post(`${path}/proposals/x/accept`, { force: true });
    expectInvalid(bad, ["/force"]);
  });

  it("writes events of its creation and its end, which name the text's event", async () => {
    const path = await newProject(world);
    const [proposal, other] = [
      await propose(path, { markdown: "A" }),
      await propose(path, { markdown: "B" }),
    ];
    await accept(path, proposal);
    await reject(path, other);
    const events = await world.context.db
      .selectFrom("events")
      .select(["type", "actor_user_id", "subject_id", "data"])
      .where("type", "in", [
        "proposal.created",
        "proposal.accepted",
        "proposal.rejected",
        "instructions.updated",
      ])
      .orderBy("seq", "desc")
      .limit(5)
      .execute();
    expect(events.map(({ type }) => type)).toEqual([
      ...["proposal.rejected", "proposal.accepted", "instructions.updated"],
      ...["proposal.created", "proposal.created"],
    ]);
    expect(events[0]).toMatchObject({ subject_id: other.id, actor_user_id: world.bob.userId });
    expect(events[4]).toMatchObject({ subject_id: proposal.id, actor_user_id: world.carol.userId });
    const updated = { scope: "project", revision: 1, op: "proposal", proposalId: proposal.id };
    expect(JSON.parse(events[2]?.data ?? "")).toEqual(updated);
  });
});
