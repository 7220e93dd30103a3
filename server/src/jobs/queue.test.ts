import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { databases, type TestDatabase } from "../../test/databases.ts";
import { openSecondConnection } from "../modules/plans/direct.test-support.ts";
import { createUser } from "../modules/sign-in/create-user.ts";
import type { ProcessContext } from "../process.ts";
import type { Db } from "../storage/dialect.ts";
import { jobById, jobsOf, newJob, openContext } from "./database.test-support.ts";
import {
  claimJob,
  enqueue,
  enqueueBy,
  enqueueJob,
  enqueueUnlessWaiting,
  failJob,
  finishJob,
  type JobRow,
  renewClaim,
} from "./queue.ts";
import { sweepJob } from "./sweep.ts";

const kind = "test";

describe.each(databases)("$database", ({ create, database: name }) => {
  let database: TestDatabase;
  let context: ProcessContext;
  let beside: Db;
  beforeAll(async () => {
    database = await create();
    context = await openContext(database, "off");
    beside = openSecondConnection(database, "write");
  });
  afterEach(() => beside.deleteFrom("jobs").execute());
  afterAll(async () => {
    await beside.destroy();
    await context.close();
    await database.drop();
  });

  const claim = (leaseSeconds = 60) => context.writer.run(claimJob, { leaseSeconds });
  const claimOf = (job: JobRow | null) => ({ id: job?.id ?? "", fence: job?.fence ?? 0 });
  const states = async () => (await jobsOf(beside, kind)).map(({ state }) => state);

  it("claims due jobs in the order of their due times, and none early", async () => {
    const later = await newJob(context, { kind, delaySeconds: 3600 });
    const second = await newJob(context, { kind, delaySeconds: -1, payload: { n: 2 } });
    const first = await newJob(context, { kind, delaySeconds: -2 });
    expect([(await claim())?.id, (await claim())?.id, await claim()]).toEqual([first, second, null]);
    expect(await jobById(beside, second)).toMatchObject({
      state: "running",
      attempts: 1,
      fence: 1,
      payload: '{"n":2}',
      workspace_id: null,
    });
    expect(await jobById(beside, later)).toMatchObject({ state: "waiting", attempts: 0, fence: 0 });
  });

  it("claims a job again once its lease has expired, under the next fencing number", async () => {
    const id = await newJob(context, { kind });
    const first = await claim(60);
    expect(await claim()).toBe(null);
    await context.writer.run(renewClaim, { ...claimOf(first), leaseSeconds: 0 });
    expect(await claim()).toMatchObject({ id, fence: 2, attempts: 2 });
  });

  it("marks a claimed job as abandoned only if its last worker never reported its end", async () => {
    const id = await newJob(context, { kind });
    expect(await claim(0)).toMatchObject({ id, attempts: 1, abandoned: false });
    expect(await claim(60)).toMatchObject({ id, attempts: 2, abandoned: true });
    const failure = { id, fence: 2, error: "no", retrySeconds: 0, attempts: 2 };
    await context.writer.run(failJob, failure);
    expect(await claim(60)).toMatchObject({ id, attempts: 3, abandoned: false });
  });

  it("computes leases and times by the database's clock, whatever the process's own says", async () => {
    const id = await newJob(context, { kind });
    const later = await newJob(context, { kind, delaySeconds: 600 });
    expect(await claim(60)).toMatchObject({ id });
    try {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3600_000 });
      expect(await claim()).toBe(null);
      await context.writer.run(renewClaim, { id, fence: 1, leaseSeconds: 60 });
      await context.writer.run(enqueueJob, { kind, payload: "ahead" });
    } finally {
      vi.useRealTimers();
    }
    const inSeconds = (time: string | null) => (Date.parse(time ?? "") - Date.now()) / 1000;
    expect(inSeconds((await jobById(beside, id)).lease_until)).toBeLessThan(61);
    expect(inSeconds((await jobById(beside, later)).run_at)).toBeLessThan(601);
    expect(await claim()).toMatchObject({ payload: '"ahead"' });
  });

  it("refuses every write of a worker with an old fencing number", async () => {
    const id = await newJob(context, { kind });
    await claim(0);
    await claim(60);
    const before = await jobById(beside, id);
    for (const fence of [0, 1, 3]) {
      expect(await context.writer.run(renewClaim, { id, fence, leaseSeconds: 600 })).toBe(false);
      expect(await context.writer.run(finishJob, { id, fence, next: { kind } })).toBe(false);
      const failure = { id, fence, error: "late", attempts: 0 };
      expect(await context.writer.run(failJob, { ...failure, retrySeconds: 0 })).toBe(false);
      expect(await context.writer.run(failJob, { ...failure, retrySeconds: null })).toBe(false);
    }
    expect(await jobsOf(beside, kind)).toEqual([before]);
    expect(await context.writer.run(finishJob, { id, fence: 2, next: null })).toBe(true);
    expect(await context.writer.run(finishJob, { id, fence: 2, next: null })).toBe(false);
  });

  it("gives each job to one of many simultaneous claimants", async () => {
    for (let n = 0; n < 30; n++) await context.writer.run(enqueueJob, { kind });
    const claims = await Promise.all(Array.from({ length: 40 }, () => claim()));
    const ids = claims.flatMap((job) => job?.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (let job = await claim(); job; job = await claim()) ids.push(job.id);
    expect(ids.sort()).toEqual((await jobsOf(beside, kind)).map(({ id }) => id).sort());
  });

  it("enqueues no second unfinished job with one dedupe key, even for many at once", async () => {
    const job = { kind, dedupeKey: "one" };
    await Promise.all(Array.from({ length: 10 }, () => context.writer.run(enqueueJob, job)));
    const taken = claimOf(await claim());
    await context.writer.run(enqueueJob, job);
    expect(await states()).toEqual(["running"]);
    await context.writer.run(finishJob, { ...taken, next: null });
    await context.writer.run(enqueueJob, job);
    expect(await states()).toEqual(["done", "waiting"]);
    const end = { ...claimOf(await claim()), error: "no", retrySeconds: null, attempts: 1 };
    await context.writer.run(failJob, end);
    await context.writer.run(enqueueJob, job);
    await context.writer.run(enqueueJob, { kind });
    expect(await states()).toEqual(["done", "dead", "waiting", "waiting"]);
  });

  it("enqueues a job unless one waits with its key, also next to a running one", async () => {
    const run = () =>
      beside.transaction().execute((tx) => enqueueUnlessWaiting(tx, { kind, dedupeKey: "often" }));
    for (let n = 0; n < 3; n++) await run();
    expect(await states()).toEqual(["waiting"]);
    const first = claimOf(await claim());
    for (let n = 0; n < 3; n++) await run();
    expect(await states()).toEqual(["running", "waiting"]);
    const second = claimOf(await claim());
    await run();
    expect(await states()).toEqual(["running", "running", "waiting"]);
    await context.writer.run(finishJob, { ...first, next: null });
    for (let n = 0; n < 3; n++) await run();
    expect(await states()).toEqual(["done", "running", "waiting", "waiting"]);
    await context.writer.run(finishJob, { ...second, next: null });
  });

  it("makes the waiting job with a key start earlier, and never later", async () => {
    const runAt = async () => Date.parse((await jobsOf(beside, kind))[0]?.run_at ?? "") - Date.now();
    const runAfter = (delaySeconds: number) =>
      beside.transaction().execute((tx) => enqueueBy(tx, { kind, dedupeKey: "by a time", delaySeconds }));
    await runAfter(3600);
    await runAfter(7200);
    expect(await runAt()).toBeLessThan(3700_000);
    await runAfter(600);
    expect(await runAt()).toBeLessThan(700_000);
    expect(await states()).toEqual(["waiting"]);
  });

  // SQLite allows no other writes during a transaction.
  if (name === "PostgreSQL")
    it("lets nobody claim a job before the transaction that relies on it has committed", async () => {
      const id = await newJob(context, { kind, dedupeKey: "often" });
      await beside.transaction().execute(async (tx) => {
        await enqueueUnlessWaiting(tx, { kind, dedupeKey: "often" });
        expect(await claim()).toBe(null);
      });
      expect(await claim()).toMatchObject({ id });
    });

  it("enqueues the next run of a recurring job when it ends", async () => {
    const id = await newJob(context, { kind, dedupeKey: kind });
    await claim();
    const next = { kind, dedupeKey: kind, delaySeconds: 3600 };
    await context.writer.run(finishJob, { id, fence: 1, next });
    const [ended, waiting] = await jobsOf(beside, kind);
    expect(ended).toMatchObject({ state: "done", finished_at: expect.any(String), lease_until: null });
    expect(waiting).toMatchObject({ state: "waiting", attempts: 0 });
    expect(Date.parse(waiting?.run_at ?? "") - Date.now()).toBeGreaterThan(3500_000);
    expect(await claim()).toBe(null);
  });

  it("runs a failed job again after its delay, and keeps a dead one visible to the operator", async () => {
    const id = await newJob(context, { kind });
    await claim();
    await context.writer.run(failJob, { id, fence: 1, error: "oops", retrySeconds: 30, attempts: 1 });
    const waiting = await jobById(beside, id);
    expect(waiting).toMatchObject({ state: "waiting", last_error: "oops", attempts: 1, lease_until: null });
    expect(Math.abs(Date.parse(waiting.run_at) - Date.now() - 30_000)).toBeLessThan(5000);
    await beside.updateTable("jobs").set({ run_at: waiting.created_at }).where("id", "=", id).execute();
    await claim();
    await context.writer.run(failJob, { id, fence: 2, error: "again", retrySeconds: null, attempts: 2 });
    expect(await jobById(beside, id)).toMatchObject({ state: "dead", last_error: "again", attempts: 2 });
    expect(await claim()).toBe(null);
  });

  it("enqueues a job only if the transaction that causes it commits", async () => {
    const failing = beside.transaction().execute(async (tx) => {
      await enqueue(tx, { kind });
      throw new Error("taken back");
    });
    await expect(failing).rejects.toThrow("taken back");
    expect(await states()).toEqual([]);
  });

  it("sweeps only expired idempotency keys", async () => {
    const user = { email: "a@b.example", name: "A", workspace: "w", role: "OWNER", createWorkspace: true };
    await context.writer.run(createUser, { ...user, platformAdmin: false });
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

  it("sweeps jobs that ended a week ago, but neither dead nor waiting ones", async () => {
    const longAgo = new Date(Date.now() - 8 * 24 * 3600_000).toISOString();
    for (const state of ["done", "dead", "waiting", "recent"] as const) {
      const id = await newJob(context, { kind });
      const finished_at =
        state === "recent" ? new Date().toISOString() : state === "waiting" ? null : longAgo;
      const ended = state === "recent" ? "done" : state;
      const changes = { finished_at, created_at: longAgo };
      await beside
        .updateTable("jobs")
        .set({ state: ended, ...changes })
        .where("id", "=", id)
        .execute();
    }
    await sweepJob(context);
    expect(await states()).toEqual(["dead", "waiting", "done"]);
  });
});
