import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { patient } from "../../../test/push/patient.ts";
import { type Bench, databases, expectOk, freshPlan, openBench, type Sandbox } from "./testing.ts";

describe.each(databases)("on $database, a person who reads a push later", ({ create }) => {
  let bench: Bench;
  let sandbox: Sandbox;
  beforeAll(async () => {
    bench = await openBench(create, { env: patient });
  });
  beforeEach(async () => {
    sandbox = await freshPlan(bench);
  });
  afterAll(() => bench.close());

  /** Reads a plan's pushes, as a list and singly. */
  async function told(path: string) {
    const { pushes } = expectOk(await bench.world.bob.get(`${path}/pushes`)).body;
    const singles = [];
    for (const { pushId } of pushes)
      singles.push(expectOk(await bench.world.bob.get(`${path}/pushes/${pushId}`)).body.push);
    return { pushes, singles, text: JSON.stringify([pushes, singles]) };
  }

  it("does not see the names or handles of plans above that they can't read", async () => {
    const { alice, world } = bench;
    expectOk(await alice.patch(sandbox.main, { name: "SECRET-ACQUISITION", visibility: "PRIVATE" }));
    const { push } = expectOk(await alice.post(`${sandbox.sub}/push`)).body;
    expect(push.ancestorNames).toEqual(["SECRET-ACQUISITION"]);
    expect(push.caveats.join(" ")).toContain(sandbox.mainId);
    expectOk(await alice.post(`${sandbox.sub}/move`, { parentPlanId: null }));
    expectOk(await alice.patch(sandbox.sub, { visibility: "TEAM" }));
    expect((await world.bob.get(sandbox.main)).status).toBe(404);
    const { pushes, singles, text } = await told(sandbox.sub);
    expect(pushes).toMatchObject([{ planName: "Shop", ancestorNames: [], pushedItemCount: 2 }]);
    expect(singles[0].items).not.toEqual([]);
    expect(text).not.toContain("SECRET");
    expect(text).not.toContain(`${sandbox.mainId} `);
    expect(text).not.toContain("waits");
    const own = expectOk(await alice.get(`${sandbox.sub}/pushes`)).body.pushes[0];
    expect([own.ancestorNames, own.caveats]).toEqual([["SECRET-ACQUISITION"], push.caveats]);
  });

  it("does not see the specs, issues and refusals of a plan or spec that moved out of sight", async () => {
    const { alice, github } = bench;
    const hidden = expectOk(await alice.post(sandbox.plans, { name: "Hidden", visibility: "PRIVATE" })).body
      .plan;
    expectOk(await alice.patch(`${sandbox.sub}/specs/SPEC-1`, { readiness: 2 }));
    expectOk(await alice.patch(`${sandbox.main}/specs/SPEC-3`, { readiness: 2 }));
    expectOk(await alice.patch(`${sandbox.main}/specs/SPEC-1`, { readiness: 2 }));
    expectOk(await alice.post(`${sandbox.main}/push`));
    const there = (await github.dump()).filter((issue) => issue.repository === sandbox.repository);
    const cart = there.find(({ title }) => title === "Cart");
    await github.deleteIssue(sandbox.repository, cart?.number ?? 0);
    expectOk(await alice.patch(`${sandbox.sub}/specs/SPEC-1`, { title: "Basket" }));
    expectOk(await alice.patch(`${sandbox.main}/specs/SPEC-1`, { title: "Books" }));
    const { push } = expectOk(await alice.post(`${sandbox.main}/push`)).body;
    expect(push.caveats[0]).toContain(`${sandbox.subId} / SPEC-1`);
    expect((await told(sandbox.main)).text).toContain("Basket");

    expectOk(await alice.post(`${sandbox.sub}/move`, { parentPlanId: hidden.shortId }));
    expectOk(await alice.post(`${sandbox.main}/specs/SPEC-3/move`, { planId: hidden.shortId }));
    const { pushes, singles, text } = await told(sandbox.main);
    const titles = pushes.map((one: { belowReady: { title: string }[] }) =>
      one.belowReady.map((b) => b.title),
    );
    expect(titles).toEqual([
      ["Albums", "Photos"],
      ["Books", "Photos"],
    ]);
    for (const gone of [`"${sandbox.subId}"`, `${sandbox.subId} /`, "Cart", "Basket", "Search", "SPEC-3"])
      expect(text).not.toContain(gone);
    expect(text).not.toContain(`issues/${cart?.number}"`);
    const kinds = singles[0].items.map((item: { kind: string }) => item.kind);
    expect(kinds.toSorted()).toEqual(["child", "child", "plan", "spec", "spec"]);
  });

  it("does not see finished specs in a plan that moved out of sight", async () => {
    const { alice } = bench;
    const hidden = expectOk(await alice.post(sandbox.plans, { name: "Hidden", visibility: "PRIVATE" })).body
      .plan;
    expectOk(await alice.patch(`${sandbox.sub}/specs/SPEC-1`, { status: "DONE" }));
    expectOk(await alice.post(`${sandbox.main}/push`));
    const caveats = async () => (await told(sandbox.main)).pushes[0].caveats;
    expect(await caveats()).toEqual([expect.stringMatching(/^1 spec that is done or cancelled/)]);
    expectOk(await alice.post(`${sandbox.sub}/move`, { parentPlanId: hidden.shortId }));
    expect(await caveats()).toEqual([]);
  });

  it("does not see the outcome of a spec that moved to a hidden plan, even if its old plan stayed", async () => {
    const { alice, github } = bench;
    const hidden = expectOk(await alice.post(sandbox.plans, { name: "Hidden", visibility: "PRIVATE" })).body
      .plan;
    expectOk(await alice.post(`${sandbox.main}/push`));
    const albums = (await github.dump()).find(
      ({ repository, title }) => repository === sandbox.repository && title === "Albums",
    );
    await github.editAsPerson(sandbox.repository, albums?.number ?? 0, { title: "SECRET there" });
    const long = "x".repeat(70_000);
    expectOk(await alice.patch(`${sandbox.main}/specs/SPEC-1`, { title: "SECRET here", content: long }));
    const { push } = expectOk(await alice.post(`${sandbox.main}/push`)).body;
    const handle = `${sandbox.mainId} / SPEC-1`;
    expect(push.caveats).toEqual([expect.stringContaining(handle), expect.stringContaining("was cut")]);
    expect((await told(sandbox.main)).pushes[1].caveats).toEqual(push.caveats);

    expectOk(await alice.post(`${sandbox.main}/specs/SPEC-1/move`, { planId: hidden.shortId }));
    const { pushes, text } = await told(sandbox.main);
    expect(pushes[1].caveats).toEqual([]);
    expect(text).not.toContain(handle);
    expect(expectOk(await alice.get(`${sandbox.main}/pushes`)).body.pushes[1].caveats).toEqual(push.caveats);
  });

  it("does not see in a replay what they can no longer read, nor in the replay of a dry run", async () => {
    const { alice, world } = bench;
    const push = (body: object, key: string, headers = {}) =>
      world.bob.post(`${sandbox.sub}/push`, body, {
        "idempotency-key": `${sandbox.subId} ${key}`,
        ...headers,
      });
    const told = async () => [
      await push({ dryRun: true }, "dry run"),
      await push({}, "push"),
      await push({}, "later", { prefer: "respond-async" }),
    ];
    expectOk(await alice.patch(sandbox.main, { name: "SECRET-ACQUISITION" }));
    for (const { body } of await told()) expect(body.push.ancestorNames).toEqual(["SECRET-ACQUISITION"]);
    const pushes = expectOk(await alice.get(`${sandbox.sub}/pushes`)).body.pushes;

    expectOk(await alice.patch(sandbox.main, { visibility: "PRIVATE" }));
    expectOk(await alice.post(`${sandbox.sub}/move`, { parentPlanId: null }));
    expectOk(await alice.patch(sandbox.sub, { visibility: "TEAM" }));
    const replays = await told();
    expect(replays.map(({ headers }) => headers["idempotent-replayed"])).toEqual(["true", "true", "true"]);
    expect(replays.map(({ status }) => status)).toEqual([200, 200, 202]);
    expect(replays.map(({ body }) => body.push.pushId)).toEqual([
      null,
      ...pushes.map((one: { pushId: string }) => one.pushId),
    ]);
    for (const { body } of replays) expect(body.push.ancestorNames).toEqual([]);
    expect(JSON.stringify(replays.map(({ body }) => body))).not.toMatch(/SECRET|waits/);
    expect(expectOk(await alice.get(`${sandbox.sub}/pushes`)).body.pushes).toHaveLength(2);

    expectOk(await alice.delete(sandbox.sub));
    expect((await told()).map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it("does not see in a replay of a cancel or a retry what they can no longer read", async () => {
    const { alice, world } = bench;
    expectOk(await alice.patch(`${sandbox.sub}/specs/SPEC-1`, { title: "SECRET-CART", readiness: 2 }));
    const { push } = expectOk(await alice.post(`${sandbox.main}/push`)).body;
    const ask = (does: string, pushId: string) =>
      world.bob.post(
        `${sandbox.main}/pushes/${pushId}/${does}`,
        {},
        { "idempotency-key": `${pushId} ${does}` },
      );
    const retried = expectOk(await ask("retry", push.pushId)).body.push;
    const told = async () => [await ask("retry", push.pushId), await ask("cancel", push.pushId)];
    for (const { body } of await told())
      expect(JSON.stringify(body.push.belowReady)).toContain("SECRET-CART");

    expectOk(await alice.post(`${sandbox.sub}/move`, { parentPlanId: null }));
    expectOk(await alice.patch(sandbox.sub, { visibility: "PRIVATE" }));
    const replays = await told();
    expect(replays.map(({ headers }) => headers["idempotent-replayed"])).toEqual(["true", "true"]);
    expect(replays.map(({ status }) => status)).toEqual([201, 200]);
    expect(replays.map(({ body }) => body.push.pushId)).toEqual([retried.pushId, push.pushId]);
    expect(JSON.stringify(replays.map(({ body }) => body))).not.toContain("SECRET");
    expect(expectOk(await alice.get(`${sandbox.main}/pushes`)).body.pushes).toHaveLength(2);

    expectOk(await alice.delete(sandbox.main));
    expect((await told()).map(({ status }) => status)).toEqual([404, 404]);
  });

  it("sees the pushes oldest first, page by page", async () => {
    const { alice } = bench;
    const made = [];
    for (let n = 0; n < 3; n++)
      made.push(expectOk(await alice.post(`${sandbox.main}/push`)).body.push.pushId);
    const found: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = expectOk(await alice.get(`${sandbox.main}/pushes?limit=2${cursor}`));
      found.push(...body.pushes.map((push: { pushId: string }) => push.pushId));
      if (!body.nextCursor) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(found).toEqual(made);
  });
});
