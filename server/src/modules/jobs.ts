import type { JobKind } from "../jobs/runner.ts";
import { sweepJob } from "../jobs/sweep.ts";
import { purgeJob } from "./plans/purge-plans.ts";
import { pushJobs } from "./push/jobs.ts";

const hour = 3600;

/** Every kind of job. */
export const jobKinds: ReadonlyMap<string, JobKind> = new Map<string, JobKind>([
  ["plans.purge", { run: purgeJob, attempts: 10, everySeconds: hour }],
  ["jobs.sweep", { run: sweepJob, attempts: 10, everySeconds: hour }],
  ...pushJobs,
]);
