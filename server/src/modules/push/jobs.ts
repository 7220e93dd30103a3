import type { JobKind } from "../../jobs/runner.ts";
import { jobKindOfPush } from "./job-kind.ts";
import { runPush } from "./run.ts";

/**
 * A push sleeps and wakes as often as the tracker asks for, and gives up by itself: its job is only tried again
 * where the database was away or the process ended.
 */
const attempts = Number.MAX_SAFE_INTEGER;

export const pushJobs: readonly (readonly [string, JobKind])[] = [
  [jobKindOfPush, { run: runPush, attempts }],
];
