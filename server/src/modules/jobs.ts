import type { JobKind } from "../jobs/runner.ts";
import { sweepJob } from "../jobs/sweep.ts";
import { purgeJob } from "./plans/purge-plans.ts";
import { pollTrackers } from "./push/back/poll.ts";
import { reread } from "./push/back/reread.ts";
import { jobKindOfReread } from "./push/back/reread-soon.ts";
import { giveUpPush, runPush } from "./push/run.ts";
import { jobKindOfPush } from "./push/start.ts";

const hour = 3600;

/** Every kind of job. */
export const jobKinds: ReadonlyMap<string, JobKind> = new Map<string, JobKind>([
  ["plans.purge", { run: purgeJob, attempts: 10, everySeconds: hour }],
  ["jobs.sweep", { run: sweepJob, attempts: 10, everySeconds: hour }],
  [jobKindOfReread, { run: reread, attempts: 10 }],
  ["push.poll", { run: pollTrackers, attempts: 10, everySeconds: 60 }],
  // A push gives up by itself: its job is tried again where the database was away or the process ended.
  [jobKindOfPush, { run: runPush, giveUp: giveUpPush, attempts: 100 }],
]);
