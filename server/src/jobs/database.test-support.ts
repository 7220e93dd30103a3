import type { TestDatabase } from "../../test/databases.ts";
import { readConfig } from "../config/config.ts";
import { createLog } from "../log.ts";
import { createContext, type ProcessContext } from "../process.ts";
import type { Db } from "../storage/dialect.ts";
import { enqueueJob, type JobRow, type NewJob } from "./queue.ts";

/**
 * Opens a process on a test database, with or without its own job runner. A claim expires after
 * `leaseSeconds`.
 */
export function openContext(
  { env }: TestDatabase,
  jobs: "on" | "off",
  leaseSeconds = 1,
): Promise<ProcessContext> {
  const fast = { GROUNDPLAN_JOB_POLL_MS: "20", GROUNDPLAN_JOB_LEASE_SECONDS: String(leaseSeconds) };
  return createContext(readConfig({ ...fast, ...env }), createLog("silent"), { jobs });
}

export async function newJob(context: ProcessContext, job: NewJob): Promise<string> {
  const known = new Set((await jobsOf(context.db, job.kind)).map(({ id }) => id));
  await context.writer.run(enqueueJob, job);
  return (await jobsOf(context.db, job.kind)).find(({ id }) => !known.has(id))?.id ?? "none";
}

export const jobsOf = (db: Db, kind: string): Promise<JobRow[]> =>
  db.selectFrom("jobs").selectAll().where("kind", "=", kind).orderBy("id").execute();

export const openJobsOf = async (db: Db, kind: string): Promise<JobRow[]> =>
  (await jobsOf(db, kind)).filter(({ state }) => state === "waiting" || state === "running");

export const jobById = (db: Db, id: string): Promise<JobRow> =>
  db.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
