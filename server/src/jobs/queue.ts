import { type Selectable, sql, type UpdateObject } from "kysely";
import { command } from "../dispatch/commands.ts";
import { traceOf } from "../dispatch/trace-of.ts";
import { newId, now } from "../ids.ts";
import { isPostgres, type Tx } from "../storage/dialect.ts";
import type { JobState } from "../storage/tables/jobs.ts";
import type { Tables } from "../storage/tables.ts";
import { timeIn } from "./clock.ts";

export type JobRow = Selectable<Tables["jobs"]>;

export interface ClaimedJob extends JobRow {
  /** True if the previous worker never reported: it crashed or lost the database. */
  abandoned: boolean;
}

export interface NewJob {
  kind: string;
  workspaceId?: string;
  payload?: unknown;
  /** Unique among unfinished jobs; a second job with the key is not enqueued. */
  dedupeKey?: string;
  delaySeconds?: number;
}

/** SQL literals, so that partial indexes over unfinished jobs apply. */
export const waiting = sql.lit<JobState>("waiting");
const running = sql.lit<JobState>("running");

/** Enqueues a job in the causing transaction. Returns false if its key is taken. */
export async function enqueue(tx: Tx, job: NewJob): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto("jobs")
    .values({
      id: newId(),
      workspace_id: job.workspaceId ?? null,
      kind: job.kind,
      dedupe_key: job.dedupeKey ?? null,
      payload: JSON.stringify(job.payload ?? {}),
      state: "waiting",
      run_at: timeIn(tx, job.delaySeconds ?? 0),
      attempts: 0,
      lease_until: null,
      fence: 0,
      last_error: null,
      created_at: now(),
      finished_at: null,
      trace: traceOf(tx),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted === 1n;
}

/**
 * Ensures that a job with this key starts after this transaction commits. A waiting one suffices, as it can't
 * be claimed before; a running one may have looked already, so another is enqueued.
 */
export async function enqueueUnlessWaiting(tx: Tx, job: NewJob & { dedupeKey: string }): Promise<void> {
  const keys = keysOf(job);
  for (let tries = 0; tries < 3; tries++) {
    let waits = tx
      .selectFrom("jobs")
      .select("id")
      .where("dedupe_key", "in", keys)
      .where(sql<boolean>`state in ('waiting', 'running')`) // Matches the condition of the key's index.
      .where("state", "=", waiting)
      .limit(1);
    if (isPostgres(tx)) waits = waits.forUpdate();
    if (await waits.executeTakeFirst()) return;
    for (const dedupeKey of keys) if (await enqueue(tx, { ...job, dedupeKey })) return;
  }
  const { dedupeKey: _, ...own } = job;
  await enqueue(tx, own); // Jobs came and went at each try: one more does no harm.
}

const keysOf = ({ dedupeKey }: { dedupeKey: string }) => [dedupeKey, `${dedupeKey} next`];

/** Ensures the same for a job that starts within some seconds; a later one is brought forward. */
export async function enqueueBy(
  tx: Tx,
  job: NewJob & { dedupeKey: string; delaySeconds: number },
): Promise<void> {
  await enqueueUnlessWaiting(tx, job);
  const runAt = timeIn(tx, job.delaySeconds);
  await tx
    .updateTable("jobs")
    .set({ run_at: runAt })
    .where("dedupe_key", "in", keysOf(job))
    .where(sql<boolean>`state in ('waiting', 'running')`) // Matches the condition of the key's index.
    .where("state", "=", waiting)
    .where("run_at", ">", runAt)
    .execute();
}

/** Makes a waiting job due now; no-op for others. */
export async function runSoon(tx: Tx, dedupeKey: string): Promise<void> {
  await tx
    .updateTable("jobs")
    .set({ run_at: timeIn(tx, 0) })
    .where("dedupe_key", "=", dedupeKey)
    .where("state", "=", waiting)
    .execute();
}

export const enqueueJob = command(
  "jobs.enqueue",
  () => null,
  async (tx: Tx, job: NewJob) => void (await enqueue(tx, job)),
);

/** Jobs by kind and workspace. */
export interface JobsOf {
  kinds: readonly string[];
  workspaceIds: readonly string[];
}

interface Claiming {
  leaseSeconds: number;
  /** Kinds to skip. */
  but?: readonly string[];
  /** Further jobs to skip. */
  butOf?: readonly JobsOf[];
  /** Jobs to claim only if no other is due. */
  last?: JobsOf;
}

/**
 * Claims a due job, or an `abandoned` one whose lease expired, with the next fencing token. Counts as an
 * attempt. Two workers never get the same claim.
 */
export const claimJob = command(
  "jobs.claim",
  () => null,
  async (tx: Tx, { leaseSeconds, but = [], butOf = [], last }: Claiming): Promise<ClaimedJob | null> => {
    let all = tx
      .selectFrom("jobs")
      .selectAll()
      .where((where) =>
        where.or([
          where.and([where("state", "=", waiting), where("run_at", "<=", timeIn(tx, 0))]),
          where.and([where("state", "=", running), where("lease_until", "<=", timeIn(tx, 0))]),
        ]),
      )
      .orderBy("run_at")
      .limit(1);
    if (isPostgres(tx)) all = all.forUpdate().skipLocked();
    if (but.length > 0) all = all.where("kind", "not in", but);
    const without = (query: typeof all, { kinds, workspaceIds }: JobsOf) =>
      kinds.length === 0 || workspaceIds.length === 0
        ? query
        : query.where((where) =>
            where.or([
              where("workspace_id", "is", null),
              where("workspace_id", "not in", workspaceIds),
              where("kind", "not in", kinds),
            ]),
          );
    const due = butOf.reduce(without, all);
    const first =
      last && last.workspaceIds.length > 0 ? await without(due, last).executeTakeFirst() : undefined;
    const job = first ?? (await due.executeTakeFirst());
    if (!job) return null;
    const claimed = await tx
      .updateTable("jobs")
      .set({
        state: "running",
        attempts: job.attempts + 1,
        fence: job.fence + 1,
        lease_until: timeIn(tx, leaseSeconds),
      })
      .where("id", "=", job.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...claimed, abandoned: job.state === "running" };
  },
);

interface Claim {
  id: string;
  fence: number;
}

/**
 * Tests that a claim still holds. Every later write of a job checks it, so that a paused worker that returns
 * changes nothing.
 */
export async function holdsClaim(tx: Tx, claim: Claim): Promise<boolean> {
  let query = tx
    .selectFrom("jobs")
    .select("id")
    .where("id", "=", claim.id)
    .where("fence", "=", claim.fence)
    .where("state", "=", "running");
  if (isPostgres(tx)) query = query.forUpdate();
  return (await query.executeTakeFirst()) !== undefined;
}

export const renewClaim = command(
  "jobs.renew",
  () => null,
  async (tx: Tx, input: Claim & { leaseSeconds: number }) =>
    ofClaim(tx, input, { lease_until: timeIn(tx, input.leaseSeconds) }),
);

/** Finishes a job, with the reason if it was refused, and enqueues the next run of a recurring one. */
export const finishJob = command(
  "jobs.finish",
  () => null,
  async (tx: Tx, input: Claim & { next: NewJob | null; error?: string | null }) => {
    const held = await ofClaim(tx, input, {
      state: "done",
      lease_until: null,
      last_error: input.error ?? null,
      finished_at: now(),
    });
    if (held && input.next) await enqueue(tx, input.next);
    return held;
  },
);

/**
 * Finishes a job in the transaction that enqueues its successor, so that a kill between the two can't leave both.
 * The runner's own finishing then has no effect.
 */
export const finishClaim = (tx: Tx, claim: Claim): Promise<boolean> =>
  ofClaim(tx, claim, { state: "done", lease_until: null, last_error: null, finished_at: now() });

/**
 * Reschedules a failed job, or gives it up (`dead`, visible to the operator) if `retrySeconds` is null.
 * `attempts` is the new count, unchanged for a job that only waits.
 */
export const failJob = command(
  "jobs.fail",
  () => null,
  async (tx: Tx, input: Claim & { error: string | null; retrySeconds: number | null; attempts: number }) => {
    const { attempts, error: last_error, retrySeconds } = input;
    const ended = { attempts, last_error, lease_until: null };
    return retrySeconds === null
      ? ofClaim(tx, input, { ...ended, state: "dead", finished_at: now() })
      : ofClaim(tx, input, { ...ended, state: "waiting", run_at: timeIn(tx, retrySeconds) });
  },
);

async function ofClaim(tx: Tx, claim: Claim, changes: UpdateObject<Tables, "jobs">): Promise<boolean> {
  if (!(await holdsClaim(tx, claim))) return false;
  await tx.updateTable("jobs").set(changes).where("id", "=", claim.id).execute();
  return true;
}
