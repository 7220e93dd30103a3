import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { databases, type TestDatabase } from "../../test/databases.ts";
import type { Context } from "../context.ts";
import { createUser } from "../modules/identity/admin-commands.ts";
import { openBeside } from "../modules/plans/direct.test-support.ts";
import type { Db } from "../storage/dialect.ts";
import { jobById, jobsOf, newJob, openContext, run } from "./database.test-support.ts";
import { claimJob, enqueue, enqueueJob, failJob, finishJob, type JobRow, renewClaim } from "./queue.ts";
import { sweepJob } from "./sweep.ts";

const kind = "test";

describe.each(databases)("$database", ({ create }) => {
  let database: TestDatabase;
  let context: Context;
  let beside: Db;
  beforeAll(async () => {
    database = await create();
    context = await openContext(database, "off");
    beside = openBeside(database, "write");
  });
  afterEach(() => beside.deleteFrom("jobs").execute());
  afterAll(async () => {
    await beside.destroy();
    await context.close();
    await database.drop();
  });

  const claim = (leaseSeconds = 60) =>
    run(context, claimJob.name, { leaseSeconds }) as Promise<JobRow | null>;
  const states = async () => (await jobsOf(beside, kind)).map(({ state }) => state);

  it("claims due jobs in the order of their time, and none before it", async () => {
    const later = await newJob(context, { kind, delaySeconds: 3600 });
    const second = await newJob(context, { kind, delaySeconds: -1, payload: { n: 2 } });
    const first = await newJob(context, { kind, delaySeconds: -2 });
    expect([(await claim())?.id, (await claim())?.id, await claim()]).toEqual([first, second, null]);
    expect(await jobById(beside, second)).toMatchObject({
      ...{ state: "running", attempts: 1, fence: 1, payload: '{"n":2}', workspace_id: null },
    });
    expect(await jobById(beside, later)).toMatchObject({ state: "waiting", attempts: 0, fence: 0 });
  });

  it("claims a job again once its lease ran out, under the next fencing number", async () => {
    const id = await newJob(context, { kind });
    const first = await claim(60);
    expect(await claim()).toBe(null);
    await run(context, renewClaim.name, { id, fence: first?.fence, leaseSeconds: 0 });
    expect(await claim()).toMatchObject({ id, fence: 2, attempts: 2 });
  });

  it("tells a job that waited from one whose worker never said how it ended", async () => {
    const id = await newJob(context, { kind });
    expect(await claim(0)).toMatchObject({ id, attempts: 1, abandoned: false });
    expect(await claim(60)).toMatchObject({ id, attempts: 2, abandoned: true });
    const failure = { id, fence: 2, error: "no", retrySeconds: 0, attempts: 2 };
    await run(context, failJob.name, failure);
    expect(await claim(60)).toMatchObject({ id, attempts: 3, abandoned: false });
  });

  it("keeps leases and times by the database's clock, whatever the process's own says", async () => {
    const id = await newJob(context, { kind });
    const later = await newJob(context, { kind, delaySeconds: 600 });
    expect(await claim(60)).toMatchObject({ id });
    try {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3600_000 });
      expect(await claim()).toBe(null);
      await run(context, renewClaim.name, { id, fence: 1, leaseSeconds: 60 });
      await run(context, enqueueJob.name, { kind, payload: "ahead" });
    } finally {
      vi.useRealTimers();
    }
    const inSeconds = (time: string | null) => (Date.parse(time ?? "") - Date.now()) / 1000;
    expect(inSeconds((await jobById(beside, id)).lease_until)).toBeLessThan(61);
    expect(inSeconds((await jobById(beside, later)).run_at)).toBeLessThan(601);
    expect(await claim()).toMatchObject({ payload: '"ahead"' });
  });

  it("lets a worker with an old fence change nothing", async () => {
    const id = await newJob(context, { kind });
    await claim(0);
    await claim(60);
    const before = await jobById(beside, id);
    for (const fence of [0, 1, 3]) {
      expect(await run(context, renewClaim.name, { id, fence, leaseSeconds: 600 })).toBe(false);
      expect(await run(context, finishJob.name, { id, fence, next: { kind } })).toBe(false);
      const failure = { id, fence, error: "late", attempts: 0 };
      expect(await run(context, failJob.name, { ...failure, retrySeconds: 0 })).toBe(false);
      expect(await run(context, failJob.name, { ...failure, retrySeconds: null })).toBe(false);
    }
    expect(await jobsOf(beside, kind)).toEqual([before]);
    expect(await run(context, finishJob.name, { id, fence: 2, next: null })).toBe(true);
    expect(await run(context, finishJob.name, { id, fence: 2, next: null })).toBe(false);
  });

  it("gives each job to one of many who claim at once", async () => {
    for (let n = 0; n < 30; n++) await run(context, enqueueJob.name, { kind });
    const claims = await Promise.all(Array.from({ length: 40 }, () => claim()));
    const ids = claims.flatMap((job) => job?.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (let job = await claim(); job; job = await claim()) ids.push(job.id);
    expect(ids.sort()).toEqual((await jobsOf(beside, kind)).map(({ id }) => id).sort());
  });

  it("makes no second unfinished job with one dedupe key, also by many at once", async () => {
    const job = { kind, dedupeKey: "one" };
    await Promise.all(Array.from({ length: 10 }, () => run(context, enqueueJob.name, job)));
    const taken = await claim();
    await run(context, enqueueJob.name, job);
    expect(await states()).toEqual(["running"]);
    await run(context, finishJob.name, { id: taken?.id, fence: taken?.fence, next: null });
    await run(context, enqueueJob.name, job);
    expect(await states()).toEqual(["done", "waiting"]);
    const again = await claim();
    const end = { id: again?.id, fence: again?.fence, error: "no", retrySeconds: null, attempts: 1 };
    await run(context, failJob.name, end);
    await run(context, enqueueJob.name, job);
    await run(context, enqueueJob.name, { kind });
    expect(await states()).toEqual(["done", "dead", "waiting", "waiting"]);
  });

  it("leaves the next run of a job that recurs with its end", async () => {
    const id = await newJob(context, { kind, dedupeKey: kind });
    await claim();
    const next = { kind, dedupeKey: kind, delaySeconds: 3600 };
    await run(context, finishJob.name, { id, fence: 1, next });
    const [ended, waiting] = await jobsOf(beside, kind);
    expect(ended).toMatchObject({ state: "done", finished_at: expect.any(String), lease_until: null });
    expect(waiting).toMatchObject({ state: "waiting", attempts: 0 });
    expect(Date.parse(waiting?.run_at ?? "") - Date.now()).toBeGreaterThan(3500_000);
    expect(await claim()).toBe(null);
  });

  it("runs a failed job again after its time, and keeps a dead one for the operator to see", async () => {
    const id = await newJob(context, { kind });
    await claim();
    await run(context, failJob.name, { id, fence: 1, error: "oops", retrySeconds: 30, attempts: 1 });
    const waiting = await jobById(beside, id);
    expect(waiting).toMatchObject({ state: "waiting", last_error: "oops", attempts: 1, lease_until: null });
    expect(Math.abs(Date.parse(waiting.run_at) - Date.now() - 30_000)).toBeLessThan(5000);
    await beside.updateTable("jobs").set({ run_at: waiting.created_at }).where("id", "=", id).execute();
    await claim();
    await run(context, failJob.name, { id, fence: 2, error: "again", retrySeconds: null, attempts: 2 });
    expect(await jobById(beside, id)).toMatchObject({ state: "dead", last_error: "again", attempts: 2 });
    expect(await claim()).toBe(null);
  });

  it("leaves a job only with the transaction that causes it", async () => {
    const failing = beside.transaction().execute(async (tx) => {
      await enqueue(tx, { kind });
      throw new Error("taken back");
    });
    await expect(failing).rejects.toThrow("taken back");
    expect(await states()).toEqual([]);
  });

  it("sweeps idempotency keys whose time is over, and no others", async () => {
    const user = { email: "a@b.example", name: "A", workspace: "w", role: "OWNER", createWorkspace: true };
    await run(context, createUser.name, { ...user, platformAdmin: false });
    const { id } = await beside.selectFrom("workspaces").select("id").executeTakeFirstOrThrow();
    const row = { workspace_id: id, credential_id: "c", request_hash: "h", status: 200, body: "{}" };
    const rest = { resource_id: null, locked_until: null, locked_by: null };
    for (const [key, seconds] of [
      ["old", -1],
      ["new", 60],
    ] as const) {
      const expires_at = new Date(Date.now() + seconds * 1000).toISOString();
      await beside
        .insertInto("idempotency_keys")
        .values({ ...row, ...rest, key, expires_at })
        .execute();
    }
    await sweepJob(context);
    expect(await beside.selectFrom("idempotency_keys").select("key").execute()).toEqual([{ key: "new" }]);
  });

  it("sweeps jobs that ended a week ago, but no dead ones and none that wait", async () => {
    const longAgo = new Date(Date.now() - 8 * 24 * 3600_000).toISOString();
    for (const state of ["done", "dead", "waiting", "recent"]) {
      const id = await newJob(context, { kind });
      const finished_at =
        state === "recent" ? new Date().toISOString() : state === "waiting" ? null : longAgo;
      const changes = { state: state === "recent" ? "done" : state, finished_at, created_at: longAgo };
      await beside.updateTable("jobs").set(changes).where("id", "=", id).execute();
    }
    await sweepJob(context);
    expect(await states()).toEqual(["dead", "waiting", "done"]);
  });
});
