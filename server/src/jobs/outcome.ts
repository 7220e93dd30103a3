import { sql } from "kysely";
import type { Db, Tx } from "../storage/dialect.ts";

/** The state of the last job with a key; `error` is its last failure. */
export interface JobOutcome {
  state: "open" | "failed";
  error: string | null;
}

/** Returns jobs of a kind that are unfinished, were refused or given up, by their dedupe key. */
export async function outcomesOf(
  db: Db,
  kind: string,
  keys: readonly string[],
): Promise<Map<string, JobOutcome>> {
  if (keys.length === 0) return new Map();
  const jobs = db.selectFrom("jobs").select(["dedupe_key", "last_error"]).where("dedupe_key", "in", keys);
  // Each condition matches a partial index.
  const open = await jobs.where(isOpen).execute();
  const refused = await jobs.where(isRefused).execute();
  const dead = await jobs.where("kind", "=", kind).where(isDead).execute();
  const outcomes = new Map<string, JobOutcome>();
  for (const job of [...dead, ...refused])
    outcomes.set(job.dedupe_key ?? "", { state: "failed", error: job.last_error });
  for (const job of open) outcomes.set(job.dedupe_key ?? "", { state: "open", error: job.last_error });
  return outcomes;
}

/** Deletes the failed jobs with a key, before a further attempt. */
export async function forgetFailed(tx: Tx, kind: string, key: string): Promise<void> {
  const failed = tx.deleteFrom("jobs").where("dedupe_key", "=", key).where("kind", "=", kind);
  await failed.where(isRefused).execute();
  await failed.where(isDead).execute();
}

const isOpen = sql<boolean>`state in ('waiting', 'running')`;
const isRefused = sql<boolean>`state = 'done' and last_error is not null`;
const isDead = sql<boolean>`state = 'dead'`;
