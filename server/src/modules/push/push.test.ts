import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { patient } from "../../../test/push/patient.ts";
import {
  type Bench,
  databases,
  expectOk,
  freshPlan,
  issues,
  openBench,
  type Sandbox,
  whole,
  writes,
} from "./testing.ts";

describe.each(databases)("a push on $database", ({ create }) => {
  let bench: Bench;
  let sandbox: Sandbox;
  beforeAll(async () => {
    bench = await openBench(create, { env: patient });
  });
  beforeEach(async () => {
    sandbox = await freshPlan(bench);
  });
  afterEach(() => expect(bench.github.violations).toEqual([]));
  afterAll(() => bench.close());

  const plan = async (name: string) =>
    `${sandbox.plans}/${expectOk(await bench.alice.post(sandbox.plans, { name })).body.plan.shortId}`;

  it("creates an issue per plan and spec, sub-issues and blocked-by links", async () => {
    const { alice } = bench;
    const answer = expectOk(await alice.post(`${sandbox.main}/push`));
    expect(answer.body.push).toMatchObject({
      status: "pushed",
      provider: "tracker_c",
      planShortId: sandbox.mainId,
      planName: "Launch",
      projectExternalId: sandbox.repository,
      pushedItemCount: 6,
      dependencyCount: 1,
      containerCount: 2,
      planEdgeCount: 1,
      ancestorNames: [],
      caveats: [],
      belowReadyOmitted: 0,
      belowReadyUnavailable: false,
    });
    expect(await issues(bench, sandbox)).toEqual(whole);
    const { body } = expectOk(await alice.get(`${sandbox.main}/specs/SPEC-1`));
    expect(body.spec.external).toEqual([
      { provider: "tracker_c", key: `${sandbox.repository}#3`, url: expect.stringContaining("/issues/3") },
    ]);
  });

  it("changes nothing when nothing has changed", async () => {
    expectOk(await bench.alice.post(`${sandbox.main}/push`));
    bench.github.log.length = 0;
    const { body } = expectOk(await bench.alice.post(`${sandbox.main}/push`));
    expect(body.push).toMatchObject({ status: "unchanged", pushedItemCount: 0, containerCount: 2 });
    expect(writes(bench)).toEqual([]);
  });

  it("updates one issue after one spec was edited, and none after the edit was undone", async () => {
    const spec = `${sandbox.main}/specs/SPEC-3`;
    expectOk(await bench.alice.post(`${sandbox.main}/push`));
    expectOk(await bench.alice.patch(spec, { content: "Finds albums." }));
    bench.github.log.length = 0;
    const { body } = expectOk(await bench.alice.post(`${sandbox.main}/push`));
    expect(body.push).toMatchObject({ status: "pushed", pushedItemCount: 1, dependencyCount: 0 });
    expect(writes(bench)).toEqual([`PATCH /repos/${sandbox.repository}/issues/4`]);

    expectOk(await bench.alice.patch(spec, { content: "Something else." }));
    expectOk(await bench.alice.patch(spec, { content: "Finds albums." }));
    bench.github.log.length = 0;
    expect((await bench.alice.post(`${sandbox.main}/push`)).body.push.status).toBe("unchanged");
    expect(writes(bench)).toEqual([]);
  });

  it("updates the existing issues when specs move, get new parents or lose dependencies", async () => {
    const { alice } = bench;
    expectOk(await alice.post(`${sandbox.main}/push`));
    expectOk(await alice.patch(`${sandbox.main}/specs/SPEC-2`, { parentSpecId: null }));
    expectOk(await alice.patch(`${sandbox.main}/specs/SPEC-1`, { parentSpecId: "SPEC-2" }));
    expectOk(await alice.patch(`${sandbox.main}/specs/SPEC-3`, { needsFirst: [] }));
    expectOk(await alice.patch(`${sandbox.main}/specs/SPEC-1`, { needsFirst: ["SPEC-3"] }));
    expectOk(await alice.post(`${sandbox.main}/specs/SPEC-3/move`, { planId: sandbox.subId }));
    const { body } = expectOk(await alice.post(`${sandbox.main}/push`));
    expect(body.push).toMatchObject({
      status: "pushed",
      pushedItemCount: 1,
      dependencyCount: 1,
      message: expect.stringContaining("1 dependency written, 1 link removed"),
      caveats: [],
    });
    expect(await issues(bench, sandbox)).toEqual({
      Launch: { parent: null, needs: [] },
      Shop: { parent: "Launch", needs: ["Launch"] },
      Photos: { parent: "Launch", needs: [] },
      Albums: { parent: "Photos", needs: ["Search"] },
      Search: { parent: "Shop", needs: [] },
      Cart: { parent: "Shop", needs: [] },
    });
    expect((await alice.post(`${sandbox.main}/push`)).body.push.status).toBe("unchanged");
  });

  it("removes the links to specs that were deleted with their plan", async () => {
    const { alice } = bench;
    const needed = await plan("Needed");
    expectOk(await alice.post(`${needed}/specs`, { title: "Y" }));
    const { spec } = expectOk(await alice.get(`${needed}/specs/SPEC-1`)).body;
    const ends = { fromSpecId: "SPEC-2", toSpecId: spec.id };
    expectOk(await alice.post(`${sandbox.main}/dependencies`, ends));
    expectOk(await alice.post(`${needed}/push`));
    expectOk(await alice.post(`${sandbox.main}/push`));
    const changed = async () =>
      (await alice.get(`${sandbox.main}/push-status`)).body.pushStatus[0].changedCount;
    expectOk(await alice.delete(needed));
    expect(await changed()).toBe(1);
    const dry = expectOk(await alice.post(`${sandbox.main}/push`, { dryRun: true })).body.push;
    expect(dry).toMatchObject({ dependencyCount: 0, message: expect.stringContaining("1 link removed") });
    expect((await issues(bench, sandbox)).Photos?.needs).toEqual(["Y"]);
    bench.github.log.length = 0;
    const { push } = expectOk(await alice.post(`${sandbox.main}/push`)).body;
    expect(push).toMatchObject({ status: "pushed", caveats: [], message: expect.stringContaining("1 link") });
    expect(writes(bench)).toHaveLength(1);
    expect(await issues(bench, sandbox)).toEqual({
      ...whole,
      Needed: { parent: null, needs: [] },
      Y: { parent: "Needed", needs: [] },
    });
    expect(await changed()).toBe(0);
    expect((await alice.post(`${sandbox.main}/push`)).body.push.status).toBe("unchanged");
  });

  it("leaves the issue of a deleted spec as it is, and says so", async () => {
    const { alice } = bench;
    expectOk(await alice.post(`${sandbox.main}/push`));
    expectOk(await alice.delete(`${sandbox.main}/specs/SPEC-3`));
    bench.github.log.length = 0;
    const { body } = expectOk(await alice.post(`${sandbox.main}/push`));
    expect(body.push.status).toBe("unchanged");
    expect(body.push.caveats).toEqual([expect.stringContaining(`${sandbox.repository}#4`)]);
    expect(writes(bench)).toEqual([]);
  });

  it("pushes a sub-plan alone, and puts it under its parent once the parent has an issue", async () => {
    const { alice } = bench;
    const first = expectOk(await alice.post(`${sandbox.sub}/push`));
    expect(first.body.push).toMatchObject({ status: "pushed", ancestorNames: ["Launch"], containerCount: 1 });
    expect(first.body.push.caveats).toEqual([
      expect.stringContaining(sandbox.mainId),
      expect.stringContaining("1 dependency waits"),
    ]);
    expect(await issues(bench, sandbox)).toEqual({
      Shop: { parent: null, needs: [] },
      Cart: { parent: "Shop", needs: [] },
    });
    expect((await alice.post(`${sandbox.sub}/push`)).body.push.status).toBe("unchanged");
    expectOk(await alice.post(`${sandbox.main}/push`));
    expect(await issues(bench, sandbox)).toMatchObject({ Shop: { parent: "Launch", needs: ["Launch"] } });
  });

  it("pushes only the specs that it is asked for, and leaves out sub-plans if asked", async () => {
    const { alice } = bench;
    const one = expectOk(await alice.post(`${sandbox.main}/push`, { specShortIds: ["SPEC-3"] }));
    expect(one.body.push).toMatchObject({ pushedItemCount: 2, dependencyCount: 0, containerCount: 1 });
    expect(Object.keys(await issues(bench, sandbox))).toEqual(["Launch", "Search"]);
    expectOk(await alice.post(`${sandbox.main}/push`, { includeSubPlans: false }));
    expect(Object.keys(await issues(bench, sandbox))).toEqual(["Launch", "Search", "Albums", "Photos"]);
    const unknown = await alice.post(`${sandbox.main}/push`, { specShortIds: ["SPEC-3", "SPEC-99"] });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, "not_found"]);
  });

  it("reports in a dry run what it would do, and does nothing", async () => {
    const { alice, github } = bench;
    github.log.length = 0;
    const { body } = expectOk(await alice.post(`${sandbox.main}/push`, { dryRun: true }));
    expect(body.push).toMatchObject({
      pushId: null,
      status: "dry_run",
      pushedItemCount: 6,
      dependencyCount: 1,
      planEdgeCount: 1,
      containerCount: 2,
    });
    expect(writes(bench)).toEqual([]);
    expect((await alice.get(`${sandbox.main}/pushes`)).body.pushes).toEqual([]);
    expect((await alice.get(sandbox.main)).body.plan.status).toBe("PLANNING");
  });

  it("sets a plan to PUSHED when it wrote something, and leaves later states", async () => {
    const { alice } = bench;
    const status = async (plan: string) => (await alice.get(plan)).body.plan.status;
    expectOk(await alice.post(`${sandbox.main}/push`));
    expect([await status(sandbox.main), await status(sandbox.sub)]).toEqual(["PUSHED", "PUSHED"]);
    expectOk(await alice.patch(sandbox.main, { status: "BUILDING" }));
    expectOk(await alice.patch(sandbox.main, { name: "Launch it" }));
    expect((await alice.post(`${sandbox.main}/push`)).body.push.status).toBe("pushed");
    expectOk(await alice.patch(sandbox.main, { status: "READY" }));
    expect((await alice.post(`${sandbox.main}/push`)).body.push.status).toBe("unchanged");
    expect(await status(sandbox.main)).toBe("READY");
  });

  it("leaves an empty plan unchanged without a call", async () => {
    const { alice, github } = bench;
    const empty = await plan("Empty");
    github.log.length = 0;
    const { body } = expectOk(await alice.post(`${empty}/push`));
    expect(body.push).toMatchObject({ status: "unchanged", pushedItemCount: 0, containerCount: 1 });
    expect(github.log).toEqual([]);
    expect((await alice.get(empty)).body.plan.status).toBe("PLANNING");
  });

  it("lists at most 10 specs below Ready and counts the rest; specs that are held are not pushed", async () => {
    const { alice } = bench;
    const rough = await plan("Rough");
    const specs = Array.from({ length: 13 }, (_, n) => ({ title: `S${n + 1}`, readiness: n === 0 ? 4 : 2 }));
    expectOk(await alice.post(`${rough}/specs/batch`, { specs }));
    const { body } = expectOk(await alice.post(`${rough}/push`, { holdBelowReady: true }));
    expect(body.push).toMatchObject({
      status: "pushed",
      pushedItemCount: 2,
      belowReadyOmitted: 2,
      belowReadyUnavailable: false,
    });
    expect(body.push.belowReady).toHaveLength(10);
    expect(body.push.belowReady[0]).toEqual({
      planShortId: expect.stringMatching(/^PLAN-\d+$/),
      specShortId: "SPEC-2",
      title: "S2",
      readinessLabel: "Rough",
      reasons: ["A person set its readiness to 2 (Rough)."],
      held: true,
    });
    const all = expectOk(await alice.post(`${rough}/push`));
    expect(all.body.push).toMatchObject({ pushedItemCount: 12, belowReady: { 0: { held: false } } });
  });

  it("reports what the rubric found in specs that nobody graded and how to fix it, each rule once", async () => {
    const { alice } = bench;
    const graded = await plan("Graded");
    const content =
      "A page shows the album that its address names, and nothing to people who are not invited.\n\n" +
      "## Acceptance criteria\n1. An invited person sees the album.\n2. If the album is gone, an error says so.\n";
    const question = "Who pays? Who asks?\n";
    const specs = [
      { ref: "a", title: "Clear", content },
      { title: "Asking", content: question + content },
      { ref: "b", title: "Dropped", content, status: "CANCELLED" },
      { title: "Waiting", content, needsFirst: ["b"] },
      { title: "Trusted", content: question, readiness: 5 },
      { title: "Blocked", content: `${content}3. The page is fast.\n` },
    ];
    const made = expectOk(await alice.post(`${graded}/specs/batch`, { specs })).body.specs;
    const blocking = { body: "Which page?", kind: "question", blocking: true };
    for (let n = 0; n < 2; n++) await alice.post(`/v1/documents/${made.at(-1).id}/threads`, blocking);
    const { push } = expectOk(
      await alice.post(`${graded}/push`, { dryRun: true, holdBelowReady: true }),
    ).body;
    const named = { readinessLabel: "Shaping", held: true };
    expect(push).toMatchObject({
      pushedItemCount: 3, // The plan and the two that are Ready.
      belowReadyOmitted: 0,
      belowReadyUnavailable: false,
      belowReady: [
        { ...named, specShortId: "SPEC-2", title: "Asking", reasons: [expect.stringContaining("Who pays?")] },
        { ...named, specShortId: "SPEC-4", reasons: [expect.stringContaining("SPEC-3 is needed first")] },
        {
          ...named,
          specShortId: "SPEC-6",
          reasons: ["Which page? Answer the question, or resolve it.", expect.stringContaining("fast")],
        },
      ],
    });
    expect(push.belowReady).toHaveLength(3);
    for (const { specShortId, readinessLabel, reasons } of push.belowReady) {
      const { body } = expectOk(await alice.get(`${graded}/specs/${specShortId}/readiness`));
      expect(readinessLabel).toBe(body.label);
      expect(reasons[0]).toBe(`${body.reasons[0].text} ${body.reasons[0].fix}`);
    }
  });

  it("answers 202 `queued` to `Prefer: respond-async`, and can be read later", async () => {
    const { alice, world } = bench;
    const answer = await alice.post(`${sandbox.main}/push`, {}, { prefer: "respond-async" });
    expect([answer.status, answer.body.push.status]).toEqual([202, "queued"]);
    const { pushId } = answer.body.push;
    const path = `${sandbox.main}/pushes/${pushId}`;
    await expect.poll(async () => (await alice.get(path)).body.push.status).toBe("pushed");
    const { body } = expectOk(await alice.get(path));
    expect(body.push).toMatchObject({ pushId, finishedAt: expect.any(String) });
    expect(body.push.items).toHaveLength(6 + 5 + 2);
    expect(body.push.items[0]).toMatchObject({
      kind: "plan",
      planShortId: sandbox.mainId,
      state: "sent",
      externalKey: `${sandbox.repository}#1`,
    });
    expect((await alice.get(`${sandbox.sub}/pushes/${pushId}`)).status).toBe(200);
    expect((await alice.get(`${sandbox.main}/pushes`)).body.pushes).toMatchObject([
      { pushId, status: "pushed" },
    ]);
    expect((await alice.get(`${sandbox.main}/pushes/nonsense`)).status).toBe(404);
    const other = await plan("Other");
    expect((await alice.get(`${other}/pushes/${pushId}`)).status).toBe(404);
    expect(world.logged.join("")).not.toMatch(/"level":[45]0/);
  });

  it("joins a push of the same tree that is under way", async () => {
    const { alice, world } = bench;
    // The tracker answers no write until the last request has joined.
    const joined = Promise.withResolvers<undefined>();
    const end = bench.github.onRequest(({ method }) => (method === "GET" ? undefined : joined.promise));
    const first = alice.post(`${sandbox.main}/push`);
    await expect.poll(async () => (await alice.get(`${sandbox.main}/pushes`)).body.pushes).toHaveLength(1);
    const asked = [`${sandbox.main}/push`, `${sandbox.sub}/push`].map((path) => alice.post(path));
    asked.push(first, world.bob.post(`${sandbox.main}/push`));
    const last = await alice.post(`${sandbox.main}/push`, {}, { prefer: "respond-async" });
    expect(last.status).toBe(202);
    joined.resolve(undefined);
    const answers = [last, ...(await Promise.all(asked))];
    end();
    expect(new Set(answers.map((answer) => answer?.body.push.pushId)).size).toBe(1);
    expect(Object.keys(await issues(bench, sandbox))).toHaveLength(6);
  });

  it("has a status that counts everything as changed that the next push would touch", async () => {
    const { alice } = bench;
    const status = async () => (await alice.get(`${sandbox.main}/push-status`)).body.pushStatus;
    expect(await status()).toEqual([
      {
        provider: "tracker_c",
        total: 6,
        pushedCount: 0,
        changedCount: 0,
        waitingCount: 0,
        goneCount: 0,
        lastPushedAt: null,
        neverPushed: true,
        externalUrl: null,
        externalKey: null,
      },
    ]);
    expectOk(await alice.post(`${sandbox.main}/push`));
    expect(await status()).toMatchObject([
      {
        total: 6,
        pushedCount: 6,
        changedCount: 0,
        neverPushed: false,
        externalKey: `${sandbox.repository}#1`,
      },
    ]);
    expectOk(await alice.patch(`${sandbox.main}/specs/SPEC-1`, { title: "Albums!" }));
    expectOk(await alice.post(`${sandbox.sub}/specs`, { title: "Pay" }));
    expectOk(await alice.patch(`${sandbox.main}/specs/SPEC-3`, { needsFirst: ["SPEC-2"] }));
    expect(await status()).toMatchObject([{ total: 7, pushedCount: 6, changedCount: 3 }]);
  });
});
