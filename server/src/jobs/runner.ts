import type { Context } from "../context.ts";
import { jobKinds } from "../modules/jobs.ts";
import { type ClaimedJob, claimJob, enqueueJob, failJob, finishJob, renewClaim } from "./queue.ts";

/** What a job's handler gets besides its payload. */
export interface JobRun {
  claim: { id: string; fence: number };
  attempt: number;
  /** Ends when the claim is lost or the process stops. */
  signal: AbortSignal;
}

export interface JobKind {
  run(context: Context, payload: never, run: JobRun): Promise<void>;
  /** Tries in all, also those whose process died; backoff doubles from about two seconds to ten minutes. */
  attempts: number;
  /**
   * Called before a job is given up, under its claim: tells what waits for it. Where this fails, the job is given up
   * at a later claim.
   */
  giveUp?(context: Context, payload: never, run: JobRun): Promise<void>;
  /** Runs again after this many seconds, for ever. */
  everySeconds?: number;
}

/** Thrown by a handler that wants to go on later: not a failure. */
export class RunLater extends Error {
  readonly seconds: number;
  constructor(seconds: number, why: string) {
    super(why);
    this.seconds = seconds;
  }
}

export interface JobRunner {
  /** Looks for work now instead of at the next poll. */
  wake(): void;
  stop(): Promise<void>;
}

const atOnce = 4;

/** Runs due jobs of the database, a few at once. Polling alone suffices; `wake` saves the wait. */
export function startJobs(context: Context): JobRunner {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
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
        const job = await claim(context);
        if (!job) break;
        const run = runJob(context, job, stopping.signal).finally(() => {
          running.delete(run);
          wake();
        });
        running.add(run);
      }
    } catch (error) {
      context.log.warn({ err: error }, "looking for jobs failed");
    }
  };

  const recurring = enqueueRecurring(context)
    .catch((error) => context.log.error({ err: error }, "recurring jobs were not set up"))
    .finally(wake);
  return {
    wake,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await recurring;
      await looking;
      await Promise.allSettled(running);
    },
  };
}

async function claim(context: Context): Promise<ClaimedJob | null> {
  const input = { leaseSeconds: context.config.jobLeaseSeconds };
  return (await context.writer.run({ name: claimJob.name, actor: null, input })).body as ClaimedJob | null;
}

async function enqueueRecurring({ writer }: Context): Promise<void> {
  for (const [kind, { everySeconds }] of jobKinds) {
    if (everySeconds === undefined) continue;
    await writer.run({ name: enqueueJob.name, actor: null, input: { kind, dedupeKey: kind } });
  }
}

async function runJob(context: Context, job: ClaimedJob, stopping: AbortSignal): Promise<void> {
  const { writer, config, log } = context;
  const held = { id: job.id, fence: job.fence };
  const lost = new AbortController();
  const renewal = setInterval(
    () => {
      const input = { ...held, leaseSeconds: config.jobLeaseSeconds };
      writer.run({ name: renewClaim.name, actor: null, input }).then(
        (done) => done.body === false && lost.abort(),
        (error) => log.warn({ err: error, job: job.id }, "a job's lease was not renewed"),
      );
    },
    (config.jobLeaseSeconds * 1000) / 3,
  );

  const kind = jobKinds.get(job.kind);
  const signal = AbortSignal.any([stopping, lost.signal]);
  const run: JobRun = { claim: held, attempt: job.attempts, signal };
  try {
    stopping.throwIfAborted(); // A claim that was under way when the process stopped is given back.
    if (!kind) throw new Error(`no job kind ${job.kind}`);
    // It may be the job that ends the process, which then never comes to report a failure.
    if (job.abandoned && job.attempts > kind.attempts)
      throw new Error(`its process ended in the middle of it, at try ${job.attempts - 1}`);
    await kind.run(context, JSON.parse(job.payload) as never, run);
    const { everySeconds: delaySeconds } = kind;
    const next = delaySeconds === undefined ? null : { kind: job.kind, dedupeKey: job.kind, delaySeconds };
    await writer.run({ name: finishJob.name, actor: null, input: { ...held, next } });
  } catch (error) {
    await afterFailure(context, job, kind, run, error, stopping.aborted);
  } finally {
    clearInterval(renewal);
  }
}

async function afterFailure(
  context: Context,
  job: ClaimedJob,
  kind: JobKind | undefined,
  run: JobRun,
  error: unknown,
  stopped: boolean,
) {
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
    await context.writer.run({ name: failJob.name, actor: null, input });
  } catch (failure) {
    context.log.warn({ err: failure, job: job.id }, "a job's failure was not noted; its lease will run out");
  }
}
