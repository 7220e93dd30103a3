import type { TestDatabase } from "../../test/databases.ts";
import { readConfig } from "../config/config.ts";
import { type Context, createContext } from "../context.ts";
import { createLog } from "../log.ts";
import type { Db } from "../storage/dialect.ts";
import { enqueueJob, type JobRow, type NewJob } from "./queue.ts";

/** A process on a test database, with or without its own runner. */
export function openContext({ env }: TestDatabase, jobs: "on" | "off"): Promise<Context> {
  const fast = { GROUNDPLAN_JOB_POLL_MS: "20", GROUNDPLAN_JOB_LEASE_SECONDS: "1" };
  return createContext(readConfig({ ...fast, ...env }), createLog("silent"), { jobs });
}

export async function run(context: Context, name: string, input: unknown): Promise<unknown> {
  return (await context.writer.run({ name, actor: null, input })).body;
}

/** Enqueues a job and answers its id. */
export async function newJob(context: Context, job: NewJob): Promise<string> {
  const known = new Set((await jobsOf(context.db, job.kind)).map(({ id }) => id));
  await run(context, enqueueJob.name, job);
  return (await jobsOf(context.db, job.kind)).find(({ id }) => !known.has(id))?.id ?? "none";
}

export const jobsOf = (db: Db, kind: string): Promise<JobRow[]> =>
  db.selectFrom("jobs").selectAll().where("kind", "=", kind).orderBy("id").execute();

export const jobById = (db: Db, id: string): Promise<JobRow> =>
  db.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
