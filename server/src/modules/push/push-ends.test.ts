import { setTimeout as pause } from "node:timers/promises";
import { faults } from "@groundplan/tracker-stand-ins/github";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OpenTracker, openTracker as openRealTracker } from "../trackers/registry.ts";
import { TrackerError } from "../trackers/tracker.ts";
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

const connect = "/v1/connectors/github/connect";

describe.each(databases)("a push on $database", ({ create }) => {
  let bench: Bench;
  let sandbox: Sandbox;
  let silent = false;
  beforeAll(async () => {
    const timeout = new TrackerError("unknown", "timeout", "GitHub did not answer in time.");
    const openTracker: OpenTracker = async (...given) => {
      const tracker = await openRealTracker(...given);
      return { ...tracker, check: (target) => (silent ? Promise.reject(timeout) : tracker.check(target)) };
    };
    bench = await openBench(create, { openTracker });
  });
  beforeEach(async () => {
    const { alice, github } = bench;
    github.faults.clear();
    github.tokens.set(github.token, { login: "planner" });
    expectOk(await alice.post(connect, { apiKey: github.token }));
    sandbox = await freshPlan(bench);
  });
  afterAll(() => bench.close());

  /** Runs `act` right before the n-th write of this test's push. */
  function before(n: number, act: () => Promise<unknown>): void {
    let calls = 0;
    const end = bench.github.onRequest(async ({ method }) => {
      if (method === "GET" || calls++ !== n) return undefined;
      end();
      await act();
      return undefined;
    });
  }

  it("sleeps for an hourly limit and goes on by itself", async () => {
    bench.github.faults.add({ match: { method: "POST" }, fault: faults.primaryLimit(1), skip: 3 });
    const { body } = expectOk(await bench.alice.post(`${sandbox.main}/push`));
    expect(body.push).toMatchObject({ status: "pushed", pushedItemCount: 6, caveats: [] });
    expect(await issues(bench, sandbox)).toEqual(whole);
  });

  it("ends as partial when the key is revoked, and the next one with a new key creates nothing twice", async () => {
    const { alice, github } = bench;
    github.faults.add({ match: { method: "POST" }, fault: faults.revoke, skip: 2 });
    const { body } = expectOk(await alice.post(`${sandbox.main}/push`));
    expect(body.push).toMatchObject({ status: "partial", pushedItemCount: 2, pushId: expect.any(String) });
    expect(body.push.caveats[0]).toBe("GitHub no longer accepts the key. Connect again with a new one.");
    expect((await alice.get(sandbox.main)).body.plan.status).toBe("PLANNING");

    const refused = await alice.post(`${sandbox.main}/push`);
    expect([refused.status, refused.body.error.code]).toEqual([502, "upstream_error"]);
    expect(refused.body.error).toMatchObject({
      message: expect.stringContaining("GitHub no longer accepts the key. Connect again with a new one."),
      details: { provider: "tracker_c" },
    });
    github.tokens.set("another-token-of-planner", { login: "planner" });
    expectOk(await alice.post(connect, { apiKey: "another-token-of-planner" }));
    expect((await alice.post(`${sandbox.main}/push`)).body.push).toMatchObject({
      status: "pushed",
      pushedItemCount: 4,
    });
    expect(await issues(bench, sandbox)).toEqual(whole);
    expect((await alice.get(sandbox.main)).body.plan.status).toBe("PUSHED");
  });

  it("is answered by an error if nothing was written yet, and listed as a failed push", async () => {
    const { alice, github } = bench;
    github.faults.always({}, faults.cut);
    const answer = await alice.post(`${sandbox.main}/push`);
    github.faults.clear();
    expect([answer.status, answer.body.error.code]).toEqual([502, "upstream_error"]);
    expect(answer.body.error.details).toEqual({ provider: "tracker_c", reason: "reset" });
    const { body } = await alice.get(`${sandbox.main}/pushes`);
    expect(body.pushes).toMatchObject([
      { status: "failed", pushedItemCount: 0, finishedAt: expect.any(String) },
    ]);
    expect((await alice.post(`${sandbox.main}/push`)).body.push.status).toBe("pushed");
  });

  it("is answered by 504 if the tracker did not answer in time and nothing was written", async () => {
    silent = true;
    const { status, body } = await bench.alice.post(`${sandbox.main}/push`);
    silent = false;
    expect([status, body.error.code, body.error.details]).toEqual([
      504,
      "upstream_timeout",
      { provider: "tracker_c", reason: "timeout" },
    ]);
    expect(writes(bench)).toEqual([]);
  });

  it("waits for another push that is working on the same plan, after the plan moved between two trees", async () => {
    const { alice } = bench;
    before(1, async () => {
      expectOk(await alice.post(`${sandbox.sub}/move`, { parentPlanId: null }));
      expectOk(await alice.post(`${sandbox.sub}/push`, {}, { prefer: "respond-async" }));
      const run = () =>
        bench.world.context.db.selectFrom("pushes").selectAll().orderBy("id", "desc").executeTakeFirst();
      await expect.poll(async () => (await run())?.waits_until).toBeTruthy();
      await pause(800); // Long enough for the other worker to give up waiting.
    });
    expect((await alice.post(`${sandbox.main}/push`)).body.push.status).toBe("pushed");
    const other = async () => (await alice.get(`${sandbox.sub}/pushes`)).body.pushes[0].status;
    await expect.poll(other).toMatch(/pushed|unchanged/);
    expect(Object.keys(await issues(bench, sandbox)).toSorted()).toEqual(Object.keys(whole).toSorted());
    expectOk(await alice.post(`${sandbox.sub}/push`));
    expect(await issues(bench, sandbox)).toMatchObject({ Shop: { parent: null }, Cart: { parent: "Shop" } });
  });

  it.each([
    ["archived", { archived: true }, "is archived on GitHub"],
    ["without issues", { hasIssues: false }, "Issues are switched off"],
    ["that can't be seen", { access: {} }, "shows no repository"],
    ["that can only be read", { access: { planner: "read" as const } }, "may not write"],
  ])("is refused by a repository %s, with the reason", async (_, change, reason) => {
    const repository = bench.github.repositories.find(({ name }) => sandbox.repository.endsWith(`/${name}`));
    Object.assign(repository ?? {}, change);
    const answer = await bench.alice.post(`${sandbox.main}/push`);
    expect([answer.status, answer.body.error.code]).toEqual([502, "upstream_error"]);
    expect(answer.body.error.message).toContain(reason);
    expect(writes(bench)).toEqual([]);
  });

  it("warns that the target of a private plan is a public repository", async () => {
    const { alice, github } = bench;
    Object.assign(github.repositories.find(({ name }) => sandbox.repository.endsWith(`/${name}`)) ?? {}, {
      private: false,
    });
    expectOk(await alice.patch(sandbox.main, { visibility: "PRIVATE" }));
    const { body } = expectOk(await alice.post(`${sandbox.main}/push`));
    expect(body.push.caveats).toEqual([
      expect.stringContaining("is private here"),
      expect.stringContaining("is public"),
    ]);
  });

  it("does not create an issue again that was deleted in the tracker", async () => {
    const { alice, github } = bench;
    expectOk(await alice.post(`${sandbox.main}/push`));
    const search = (await github.dump()).find(
      ({ repository, title }) => repository === sandbox.repository && title === "Search",
    );
    await github.deleteIssue(sandbox.repository, search?.number ?? 0);
    expectOk(await alice.patch(`${sandbox.main}/specs/SPEC-3`, { title: "Find" }));
    expectOk(await alice.patch(`${sandbox.main}/specs/SPEC-1`, { title: "Books" }));
    const { body } = expectOk(await alice.post(`${sandbox.main}/push`));
    expect(body.push).toMatchObject({ status: "pushed", pushedItemCount: 1 });
    expect(body.push.caveats[0]).toMatch(/SPEC-3: \S+ is gone/);
    expect(Object.keys(await issues(bench, sandbox)).toSorted()).toEqual([
      "Books",
      "Cart",
      "Launch",
      "Photos",
      "Shop",
    ]);
  });

  it("stops when the repository can't be seen any more, which looks like a deleted issue", async () => {
    const repository = bench.github.repositories.find(({ name }) => sandbox.repository.endsWith(`/${name}`));
    before(2, async () => Object.assign(repository ?? {}, { access: {} }));
    const { body } = expectOk(await bench.alice.post(`${sandbox.main}/push`));
    expect(body.push).toMatchObject({ status: "partial", pushedItemCount: 2 });
    expect(body.push.caveats[0]).toContain("shows no repository");
    expect(writes(bench)).toHaveLength(3);
  });

  it("follows an issue that was moved to another repository", async () => {
    const { alice, github } = bench;
    expectOk(await alice.post(`${sandbox.main}/push`));
    const other = await freshPlan(bench);
    const search = (await github.dump()).find(
      ({ repository, title }) => repository === sandbox.repository && title === "Search",
    );
    const number = await github.transferIssue(sandbox.repository, search?.number ?? 0, other.repository);
    expectOk(await alice.patch(`${sandbox.main}/specs/SPEC-3`, { title: "Find" }));
    const { push } = expectOk(await alice.post(`${sandbox.main}/push`)).body;
    expect(push).toMatchObject({ status: "pushed", pushedItemCount: 1 });
    const moved = (await github.dump()).find(
      (one) => one.repository === other.repository && one.number === number,
    );
    expect(moved?.title).toBe("Find");
    const { spec } = expectOk(await alice.get(`${sandbox.main}/specs/SPEC-3`)).body;
    expect(spec.external).toMatchObject([{ key: `${other.repository}#${number}` }]);
  });

  it("stops when the plan is archived during the push", async () => {
    const { alice } = bench;
    before(2, () => alice.post(`${sandbox.main}/archive`));
    const { body } = expectOk(await alice.post(`${sandbox.main}/push`));
    expect(body.push).toMatchObject({ status: "partial", pushedItemCount: 3 });
    expect(body.push.caveats[0]).toContain("is archived");
    const again = await alice.post(`${sandbox.main}/push`);
    expect([again.status, again.body.error.code]).toEqual([409, "plan_archived"]);
  });

  it("leaves out a sub-plan that is archived during the push, and says so", async () => {
    const { alice } = bench;
    before(0, () => alice.post(`${sandbox.sub}/archive`));
    const { body } = expectOk(await alice.post(`${sandbox.main}/push`));
    expect(body.push.caveats).toContainEqual(
      expect.stringContaining("was archived or moved during the push"),
    );
    const { Shop, Cart, ...rest } = whole;
    expect([Shop, Cart].every(Boolean)).toBe(true);
    expect(Object.keys(await issues(bench, sandbox)).toSorted()).toEqual(Object.keys(rest).toSorted());
    expectOk(await alice.post(`${sandbox.sub}/restore`));
    expect((await alice.post(`${sandbox.main}/push`)).body.push.status).toBe("pushed");
    expect(await issues(bench, sandbox)).toEqual(whole);
  });

  it("says that there is nothing to push if everything is left out, and makes no call", async () => {
    const { status, caveats, message } = (
      await bench.alice.post(`${sandbox.main}/push`, { specShortIds: [] })
    ).body.push;
    expect([status, caveats]).toEqual([
      "unchanged",
      ["There is nothing to push: the plan has no specs, or all of them are left out."],
    ]);
    expect(message).toMatch(/^Nothing was changed/);
    expect(writes(bench)).toEqual([]);
  });

  it("stops when the requester may no longer read the plan", async () => {
    const { alice, world } = bench;
    before(2, () => alice.patch(sandbox.main, { visibility: "PRIVATE" }));
    expect((await world.bob.post(`${sandbox.main}/push`)).status).toBe(404);
    const { body } = await alice.get(`${sandbox.main}/pushes`);
    expect(body.pushes).toMatchObject([{ status: "partial", pushedItemCount: 3 }]);
    expect(body.pushes[0].caveats[0]).toContain("can no longer read the plan");
    expect(writes(bench)).toHaveLength(3);
  });

  it("makes no more calls once the tracker is disconnected", async () => {
    const { alice } = bench;
    before(2, () => alice.delete("/v1/connectors/github/connection"));
    const { body } = expectOk(await alice.post(`${sandbox.main}/push`));
    expect(body.push).toMatchObject({ status: "partial", pushedItemCount: 3 });
    expect(body.push.caveats[0]).toContain("was disconnected");
    expect(writes(bench)).toHaveLength(3);
  });

  it("ends when the plan is deleted during the push", async () => {
    const { alice } = bench;
    before(2, () => alice.delete(sandbox.main));
    expect((await alice.post(`${sandbox.main}/push`)).status).toBe(404);
    await expect
      .poll(() =>
        bench.world.context.db
          .selectFrom("jobs")
          .select("id")
          .where("kind", "=", "push.run")
          .where("state", "in", ["waiting", "running"])
          .where("payload", "like", `%${sandbox.main}%`)
          .execute(),
      )
      .toEqual([]);
  });

  it("is only for editors: 404 for a stranger, 403 for a reader, 409 without target or connection", async () => {
    const { alice, world } = bench;
    const path = `${sandbox.main}/push`;
    const code = async (asked: Promise<{ status: number; body: { error?: { code: string } } }>) => {
      const { status, body } = await asked;
      return [status, body.error?.code];
    };
    expect(await code(world.vera.post(path))).toEqual([403, "forbidden"]);
    expect(await code(world.mallory.post(path))).toEqual([404, "not_found"]);
    expectOk(await alice.patch(sandbox.main, { visibility: "PRIVATE" }));
    expect(await code(world.bob.post(path))).toEqual([404, "not_found"]);
    expect(await code(world.bob.get(`${sandbox.main}/push-status`))).toEqual([404, "not_found"]);
    expect(await code((await world.reader(alice)).post(path))).toEqual([403, "insufficient_scope"]);
    expect(await code(alice.post(path, { provider: "tracker_a" }))).toEqual([409, "not_connected"]);
    expect(await code(alice.post(path, { provider: "tracker_d" }))).toEqual([400, "invalid_request"]);
    expectOk(await alice.post("/v1/projects", { name: "aimless" }));
    expectOk(await alice.post("/v1/projects/aimless/plans", { name: "P" }));
    const { plans } = (await alice.get("/v1/projects/aimless/plans")).body;
    const aimless = `/v1/projects/aimless/plans/${plans[0].shortId}/push`;
    expect(await code(alice.post(aimless))).toEqual([409, "no_target"]);
    expect(await code(alice.post(aimless, { provider: "tracker_c" }))).toEqual([409, "no_target"]);
    expect(writes(bench)).toEqual([]);
  });

  it("appends events for its start, its end and the plans' status, and no secret anywhere", async () => {
    const { alice, world, github } = bench;
    const { body } = expectOk(await alice.post(`${sandbox.main}/push`));
    const events = await world.context.db.selectFrom("events").selectAll().orderBy("seq").execute();
    const mine = events.filter(
      (event) =>
        (event.subject_id === body.push.pushId && event.type !== "push.step") ||
        event.type === "plan.status_changed",
    );
    const steps = events.filter(
      ({ subject_id: id, type }) => id === body.push.pushId && type === "push.step",
    );
    expect(steps).toHaveLength(6 + 5 + 2);
    expect(mine.slice(-4).map((event) => event.type)).toEqual([
      "push.started",
      "plan.status_changed",
      "plan.status_changed",
      "push.finished",
    ]);
    expect(JSON.parse(mine.at(-1)?.data ?? "")).toMatchObject({ status: "pushed", pushedItemCount: 6 });
    const everything = JSON.stringify([events, body, world.logged, (await alice.get("/v1/connectors")).body]);
    expect(everything).not.toContain(github.token);
    const rows = await world.context.db.selectFrom("connections").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(github.token);
  });
});
