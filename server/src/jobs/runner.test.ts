import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { databases, type TestDatabase } from "../../test/databases.ts";
import { eventually } from "../../test/eventually.ts";
import { jobKinds } from "../modules/index.ts";
import { openSecondConnection } from "../modules/plans/direct.test-support.ts";
import type { ProcessContext } from "../process.ts";
import type { Db } from "../storage/dialect.ts";
import { jobById, jobsOf, newJob, openContext } from "./database.test-support.ts";
import { claimJob, enqueueJob, holdsClaim } from "./queue.ts";
import { type JobKind, type JobRun, RunLater } from "./runner.ts";

const kind = "test";
const kinds = jobKinds as Map<string, JobKind<ProcessContext>>;

describe.each(databases)("$database", ({ create }) => {
  let database: TestDatabase;
  let idle: ProcessContext;
  let beside: Db;
  const open: ProcessContext[] = [];
  beforeAll(async () => {
    database = await create();
    idle = await openContext(database, "off");
    beside = openSecondConnection(database, "write");
  });
  afterEach(async () => {
    for (const context of open.splice(0)) await context.close();
    kinds.delete(kind);
    await beside.deleteFrom("jobs").execute();
  });
  afterAll(async () => {
    await beside.destroy();
    await idle.close();
    await database.drop();
  });

  async function startRunner(leaseSeconds?: number): Promise<ProcessContext> {
    const context = await openContext(database, "on", leaseSeconds);
    open.push(context);
    return context;
  }
  const handle = (handler: (payload: never, run: JobRun) => Promise<void>, attempts = 3) =>
    kinds.set(kind, { attempts, run: (_context, payload, run) => handler(payload, run) });
  const rowOf = (id: string) => jobById(beside, id);
  const letTimePass = (id: string) =>
    beside
      .updateTable("jobs")
      .set({ run_at: new Date().toISOString() })
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .execute();

  it("runs a job with its payload and marks it done", async () => {
    const seen: unknown[] = [];
    handle(async (payload, { claim, attempt }) => void seen.push({ payload, claim, attempt }));
    const id = await newJob(idle, { kind, payload: { a: ["é"] } });
    await startRunner();
    await eventually(async () => expect(await rowOf(id)).toMatchObject({ state: "done", attempts: 1 }));
    expect(seen).toEqual([{ payload: { a: ["é"] }, claim: { id, fence: 1 }, attempt: 1 }]);
  });

  it("retries a failed job with a doubling delay, and gives it up after its attempts", async () => {
    handle(async () => {
      throw new Error("no luck");
    });
    const id = await newJob(idle, { kind });
    await startRunner();
    for (const [attempts, seconds] of [
      [1, 2],
      [2, 4],
    ] as const) {
      await eventually(async () =>
        expect(await rowOf(id)).toMatchObject({ state: "waiting", attempts, last_error: "no luck" }),
      );
      const wait = (Date.parse((await rowOf(id)).run_at) - Date.now()) / 1000;
      expect(wait).toBeGreaterThan(seconds * 0.5 - 1);
      expect(wait).toBeLessThanOrEqual(seconds * 1.5);
      await letTimePass(id);
    }
    await eventually(async () =>
      expect(await rowOf(id)).toMatchObject({ state: "dead", attempts: 3, last_error: "no luck" }),
    );
  });

  async function dieOver(times: number) {
    for (let n = 0; n < times; n++) await idle.writer.run(claimJob, { leaseSeconds: 0 });
  }

  it("runs a job again after its process died, up to its attempts", async () => {
    const attempts: number[] = [];
    handle(async (_payload, { attempt }) => void attempts.push(attempt));
    const id = await newJob(idle, { kind });
    await dieOver(2);
    await startRunner();
    await eventually(async () => expect(await rowOf(id)).toMatchObject({ state: "done", attempts: 3 }));
    expect(attempts).toEqual([3]);
  });

  it("gives a job up without running it when as many processes died over it as it has attempts", async () => {
    let runs = 0;
    handle(async () => void runs++);
    const id = await newJob(idle, { kind });
    await dieOver(3);
    await startRunner();
    await eventually(async () =>
      expect(await rowOf(id)).toMatchObject({
        state: "dead",
        last_error: "its process ended in the middle of it, at try 3",
      }),
    );
    expect(runs).toBe(0);
  });

  it("runs a recurring job again later, however many processes died over it", async () => {
    let runs = 0;
    kinds.set(kind, { attempts: 3, everySeconds: 3600, run: async () => void runs++ });
    const id = await newJob(idle, { kind, dedupeKey: kind });
    await dieOver(3);
    await startRunner();
    await eventually(async () => expect(await rowOf(id)).toMatchObject({ state: "waiting", attempts: 4 }));
    expect(Date.parse((await rowOf(id)).run_at)).toBeGreaterThan(Date.now());
    expect(runs).toBe(0);
    await letTimePass(id);
    await eventually(async () => expect(await rowOf(id)).toMatchObject({ state: "done" }));
    expect(runs).toBe(1);
  });

  it("calls `giveUp` of a job under its claim until that succeeds", async () => {
    const calls: unknown[] = [];
    kinds.set(kind, {
      attempts: 1,
      run: () => Promise.reject(new Error("no luck")),
      async giveUp(_context, payload, { claim, signal }) {
        calls.push({ payload, held: await holdsClaim(beside, claim), aborted: signal.aborted });
        if (calls.length === 1) throw new Error("not told yet");
      },
    });
    const id = await newJob(idle, { kind, payload: { a: 1 } });
    await startRunner();
    await eventually(async () => expect(await rowOf(id)).toMatchObject({ state: "dead" }));
    expect(calls).toEqual(Array(2).fill({ payload: { a: 1 }, held: true, aborted: false }));
  });

  it("gives a job of an unknown kind up at once, visibly for the operator", async () => {
    const id = await newJob(idle, { kind: "unheard.of" });
    await startRunner();
    await eventually(async () =>
      expect(await rowOf(id)).toMatchObject({ state: "dead", last_error: "no job kind unheard.of" }),
    );
  });

  it("runs a job later without counting an attempt if the job requests it", async () => {
    let runs = 0;
    handle(async () => {
      runs++;
      if (runs <= 4) throw new RunLater(runs === 4 ? 60 : 0, "not yet");
      throw new Error("at last");
    }, 2);
    const id = await newJob(idle, { kind });
    await startRunner();
    await eventually(async () => expect(runs).toBe(4));
    await eventually(async () =>
      expect(await rowOf(id)).toMatchObject({ state: "waiting", attempts: 0, last_error: null, fence: 4 }),
    );
    expect(Date.parse((await rowOf(id)).run_at) - Date.now()).toBeGreaterThan(50_000);
    await letTimePass(id);
    await eventually(async () =>
      expect(await rowOf(id)).toMatchObject({ state: "waiting", attempts: 1, last_error: "at last" }),
    );
  });

  it("ends running jobs when it stops and releases them to the next process at once", async () => {
    let runs = 0;
    handle(async (_payload, { signal }) => {
      runs++;
      if (runs === 1) await sleep(30_000, undefined, { signal });
    }, 1);
    const id = await newJob(idle, { kind });
    const first = await startRunner();
    await eventually(async () => expect(runs).toBe(1));
    await first.close();
    open.pop();
    expect(await rowOf(id)).toMatchObject({ state: "waiting", attempts: 0, last_error: null });
    await startRunner();
    await eventually(async () => expect(await rowOf(id)).toMatchObject({ state: "done" }));
    expect(runs).toBe(2);
  });

  it("renews the lease of a long job", async () => {
    let runs = 0;
    handle(async () => {
      runs++;
      await sleep(2500);
    });
    const id = await newJob(idle, { kind });
    await startRunner();
    await startRunner();
    await eventually(async () => expect(await rowOf(id)).toMatchObject({ state: "done", fence: 1 }));
    expect(runs).toBe(1);
  });

  it("aborts a job whose claim was lost, which then changes nothing", async () => {
    let ended = 0;
    handle(async (_payload, { signal }) => {
      await sleep(20_000, undefined, { signal }).finally(() => ended++);
    });
    const id = await newJob(idle, { kind });
    await startRunner();
    await eventually(async () => expect(await rowOf(id)).toMatchObject({ state: "running" }));
    const lease_until = new Date(Date.now() + 60_000).toISOString();
    await beside.updateTable("jobs").set({ fence: 7, lease_until }).where("id", "=", id).execute();
    await eventually(async () => expect(ended).toBe(1));
    await sleep(50);
    expect(await rowOf(id)).toMatchObject({ state: "running", fence: 7, lease_until, last_error: null });
  });

  it("keeps one job of each recurring kind, however many processes start", async () => {
    for (let n = 0; n < 3; n++) await startRunner();
    for (const recurring of ["plans.purge", "jobs.sweep"])
      await eventually(async () =>
        expect((await jobsOf(beside, recurring)).map(({ state }) => state)).toEqual(["done", "waiting"]),
      );
  });

  it("never runs one claim twice with two processes on one database", async () => {
    const claims: string[] = [];
    handle(async (_payload, { claim }) => {
      claims.push(`${claim.id} ${claim.fence}`);
      await sleep(Math.random() * 5);
    });
    await Promise.all(Array.from({ length: 100 }, () => idle.writer.run(enqueueJob, { kind })));
    // A busy machine may take longer than a one-second lease between two steps of a job.
    const runners = [await startRunner(60), await startRunner(60)];
    for (const { jobs } of runners) jobs.wake();
    await eventually(async () => {
      expect((await jobsOf(beside, kind)).filter(({ state }) => state === "done")).toHaveLength(100);
    });
    const jobs = await jobsOf(beside, kind);
    expect(claims.sort()).toEqual(jobs.map(({ id }) => `${id} 1`).sort());
  });

  it("runs at most a share's number of jobs at once across its kinds, and others next to them", async () => {
    const share = { atOnce: 2 };
    const names = [kind, `${kind}.too`];
    const opened = new AbortController();
    let running = 0;
    let most = 0;
    const run = async (_context: unknown, _payload: never, { signal }: JobRun) => {
      most = Math.max(most, ++running);
      await sleep(20_000, undefined, { signal: AbortSignal.any([opened.signal, signal]) }).catch(() => {});
      running--;
    };
    try {
      for (const name of names) kinds.set(name, { attempts: 1, share, run });
      const other = `${kind}.other`;
      names.push(other);
      kinds.set(other, { attempts: 1, run: async () => {} });
      const slow: string[] = [];
      for (let n = 0; n < 6; n++)
        slow.push(await newJob(idle, { kind: names[n % 2] ?? kind, delaySeconds: -10 }));
      const id = await newJob(idle, { kind: other });
      await startRunner();
      await eventually(async () => expect(await rowOf(id)).toMatchObject({ state: "done" }));
      expect(most).toBe(2);
      opened.abort();
      for (const job of slow)
        await eventually(async () => expect(await rowOf(job)).toMatchObject({ state: "done", fence: 1 }));
      expect(most).toBe(2);
    } finally {
      for (const name of names) kinds.delete(name);
    }
  });

  it("looks for work at once when woken, without waiting for the poll", async () => {
    handle(async () => {});
    const context = await startRunner();
    await eventually(async () => expect(await jobsOf(beside, "jobs.sweep")).toHaveLength(2));
    context.config.jobPollMs = 600_000;
    // The recurring jobs of a start have each run once and wait for their next turn.
    const due = () =>
      beside
        .selectFrom("jobs")
        .select("kind")
        .where("state", "in", ["waiting", "running"])
        .where("run_at", "<=", new Date().toISOString())
        .execute();
    await eventually(async () => expect(await due()).toEqual([]));
    await sleep(60);
    const id = await newJob(idle, { kind });
    await sleep(100);
    expect(await rowOf(id)).toMatchObject({ state: "waiting" });
    context.jobs.wake();
    await eventually(async () => expect(await rowOf(id)).toMatchObject({ state: "done" }));
  });
});
