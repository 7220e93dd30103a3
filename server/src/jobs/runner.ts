import type { Config } from "../config/config.ts";
import { Costs } from "../dispatch/concurrency/costs.ts";
import type { Writer } from "../dispatch/writer.ts";
import type { Log } from "../log.ts";
import { type JobResult, secondsSince } from "../meter.ts";
import { type Observed, traced } from "../tracer.ts";
import {
  type ClaimedJob,
  claimJob,
  enqueueJob,
  failJob,
  finishJob,
  type JobsOf,
  renewClaim,
} from "./queue.ts";

/** Arguments of a job's handler besides its payload. */
export interface JobRun {
  claim: { id: string; fence: number };
  attempt: number;
  /** Aborted if the claim is lost or the process stops. */
  signal: AbortSignal;
}

/** A kind of job. `C` is the required part of the process. */
export interface JobKind<C = never> {
  run(context: C, payload: never, run: JobRun): Promise<void>;
  /** Tries, including crashes; the backoff doubles from about two seconds to ten minutes. */
  attempts: number;
  /**
   * Called under the claim before giving up, to release dependents. If it fails, a later claim tries again.
   */
  giveUp?(context: C, payload: never, run: JobRun): Promise<void>;
  /** Interval of a recurring job. */
  everySeconds?: number;
  /** Slow jobs share a part of the runner's slots, which leaves others free. */
  share?: Share;
}

/** Slots of a runner, shared by the kinds that name them. */
export interface Share {
  readonly atOnce: number;
}

/** Thrown by a handler to continue later without counting as a failure. */
export class RunLater extends Error {
  readonly seconds: number;
  constructor(seconds: number, why: string) {
    super(why);
    this.seconds = seconds;
  }
}

/**
 * Thrown by a handler to finish without a retry for a reason that its user should read, such as a refused mail.
 * The job is `done` and keeps the message; only failures that an operator can mend are `dead`.
 */
export class JobRefused extends Error {}

export interface JobRunner {
  /** Looks for work immediately. */
  wake(): void;
  stop(): Promise<void>;
}

const atOnce = 5;
/** Recent CPU seconds above which a workspace's slow jobs yield to others. */
const muchCost = 5;

/** The parts of the process that the runner itself needs. */
export interface JobContext extends Observed {
  writer: Writer;
  config: Pick<Config, "jobPollMs" | "jobLeaseSeconds">;
  log: Log;
}

export type JobKinds<C> = ReadonlyMap<string, JobKind<C>>;

/** Runs due jobs, a few at once. Polling alone suffices; `wake` saves the wait. */
export function startJobs<C extends JobContext>(context: C, kinds: JobKinds<C>): JobRunner {
  const stopping = new AbortController();
  /** Active runs and their jobs. */
  const running = new Map<Promise<void>, ClaimedJob>();
  /** Time taken by jobs with a share. */
  const costs = new Costs();
  const kindsWithShare = [...kinds].flatMap(([kind, { share }]) => (share ? [kind] : []));
  let timer: NodeJS.Timeout | undefined;
  let again = false;
  let looking: Promise<void> | null = null;

  const wake = () => {
    again = true;
    looking ??= look().finally(() => {
      looking = null;
      if (stopping.signal.aborted) return;
      if (again) wake();
      else timer = setTimeout(wake, context.config.jobPollMs).unref();
    });
  };
  const look = async () => {
    again = false;
    clearTimeout(timer);
    try {
      while (!stopping.signal.aborted && running.size < atOnce) {
        const { jobLeaseSeconds: leaseSeconds } = context.config;
        const slotsTaken = countSlots(kinds, running.values());
        const last = { kinds: kindsWithShare, workspaceIds: costs.above(muchCost) };
        const job = await context.writer.run(claimJob, { leaseSeconds, ...slotsTaken, last });
        if (!job) break;
        const from = performance.now();
        const run = runJob(context, kinds, job, stopping.signal).finally(() => {
          running.delete(run);
          if (job.workspace_id !== null && kinds.get(job.kind)?.share)
            costs.add(job.workspace_id, secondsSince(from));
          wake();
        });
        running.set(run, job);
      }
    } catch (error) {
      context.log.warn({ err: error }, "looking for jobs failed");
    }
  };

  const recurring = enqueueRecurring(context, kinds)
    .catch((error) => context.log.error({ err: error }, "recurring jobs were not set up"))
    .finally(wake);
  return {
    wake,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await recurring;
      await looking;
      await Promise.allSettled(running.keys());
    },
  };
}

/**
 * Returns kinds whose share is used up, and those that some workspaces must not start: a workspace never
 * takes a whole share unless it is one slot.
 */
function countSlots<C>(
  kinds: JobKinds<C>,
  running: Iterable<ClaimedJob>,
): { but: string[]; butOf: JobsOf[] } {
  const jobs = [...running];
  const kindsOf = (share: Share) => [...kinds].flatMap(([kind, one]) => (one.share === share ? [kind] : []));
  const shares = new Set(jobs.flatMap(({ kind }) => kinds.get(kind)?.share ?? []));
  const but: string[] = [];
  const butOf: JobsOf[] = [];
  for (const share of shares) {
    const held = jobs.filter(({ kind }) => kinds.get(kind)?.share === share);
    if (held.length >= share.atOnce) but.push(...kindsOf(share));
    const owners = held.flatMap(({ workspace_id: id }) => id ?? []);
    const workspaceIds = [...new Set(owners)].filter(
      (id) => owners.filter((one) => one === id).length >= Math.max(1, share.atOnce - 1),
    );
    if (workspaceIds.length > 0) butOf.push({ kinds: kindsOf(share), workspaceIds });
  }
  return { but, butOf };
}

async function enqueueRecurring<C>({ writer }: JobContext, kinds: JobKinds<C>): Promise<void> {
  for (const [kind, { everySeconds }] of kinds) {
    if (everySeconds === undefined) continue;
    await writer.run(enqueueJob, { kind, dedupeKey: kind });
  }
}

async function runJob<C extends JobContext>(
  context: C,
  kinds: JobKinds<C>,
  job: ClaimedJob,
  stopping: AbortSignal,
): Promise<void> {
  const { writer, config, log } = context;
  const held = { id: job.id, fence: job.fence };
  const lost = new AbortController();
  const renewal = setInterval(
    () => {
      const input = { ...held, leaseSeconds: config.jobLeaseSeconds };
      writer.run(renewClaim, input).then(
        (isHeld) => isHeld || lost.abort(),
        (error) => log.warn({ err: error, job: job.id }, "a job's lease was not renewed"),
      );
    },
    (config.jobLeaseSeconds * 1000) / 3,
  );

  const kind = kinds.get(job.kind);
  const signal = AbortSignal.any([stopping, lost.signal]);
  const run: JobRun = { claim: held, attempt: job.attempts, signal };
  const from = performance.now();
  let result: JobResult = "done";
  try {
    stopping.throwIfAborted(); // Returns a claim made while the process was stopping.
    if (!kind) throw new Error(`no job kind ${job.kind}`);
    // The job itself may crash its process, which then never reports.
    if (job.abandoned && job.attempts > kind.attempts)
      throw new Error(`its process ended in the middle of it, at try ${job.attempts - 1}`);
    const error = await runTraced(context, kind, job, run);
    const { everySeconds: delaySeconds } = kind;
    const next = delaySeconds === undefined ? null : { kind: job.kind, dedupeKey: job.kind, delaySeconds };
    await writer.run(finishJob, { ...held, next, error });
  } catch (error) {
    result = await afterFailure(context, { job, kind, run, error, stopped: stopping.aborted });
  } finally {
    clearInterval(renewal);
    context.meter?.job(kind ? job.kind : "unknown", result, secondsSince(from));
  }
}

/** Runs a job in its cause's trace and returns why it was refused, if it was. Continuing later is no error. */
async function runTraced<C extends JobContext>(
  context: C,
  kind: JobKind<C>,
  job: ClaimedJob,
  run: JobRun,
): Promise<string | null> {
  const facts = { "groundplan.job": job.kind, "groundplan.attempt": job.attempts };
  const span = { name: `job ${job.kind}`, kind: "job" as const, facts, parent: job.trace };
  const ended = await traced(context, span, async () => {
    try {
      await kind.run(context, JSON.parse(job.payload) as never, run);
      return null;
    } catch (error) {
      if (error instanceof RunLater || error instanceof JobRefused) return error;
      throw error;
    }
  });
  if (ended instanceof RunLater) throw ended;
  return ended === null ? null : ended.message;
}

interface FailedRun<C> {
  job: ClaimedJob;
  kind: JobKind<C> | undefined;
  run: JobRun;
  error: unknown;
  /** True if the process was stopping. */
  stopped: boolean;
}

async function afterFailure<C extends JobContext>(
  context: C,
  { job, kind, run, error, stopped }: FailedRun<C>,
): Promise<JobResult> {
  const later = error instanceof RunLater;
  const message = error instanceof Error ? error.message : String(error);
  const last = !kind || (job.attempts >= kind.attempts && kind.everySeconds === undefined);
  if (!later && !stopped)
    context.log.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, "a job failed");
  const backoff = Math.min(600, 2 ** Math.min(job.attempts, 10)) * (0.5 + Math.random());
  const retrySeconds = later ? error.seconds : stopped ? 0 : last ? null : backoff;
  const input =
    later || stopped
      ? { id: job.id, fence: job.fence, error: null, retrySeconds, attempts: job.attempts - 1 }
      : { id: job.id, fence: job.fence, error: message, retrySeconds, attempts: job.attempts };
  try {
    if (retrySeconds === null) await kind?.giveUp?.(context, JSON.parse(job.payload) as never, run);
    await context.writer.run(failJob, input);
  } catch (failure) {
    context.log.warn({ err: failure, job: job.id }, "a job's failure was not noted; its lease will run out");
  }
  return later ? "later" : stopped ? "stopped" : retrySeconds === null ? "dead" : "failed";
}
