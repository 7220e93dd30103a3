import type { JobKind } from "../../jobs/runner.ts";
export const pushJobs: readonly (readonly [string, JobKind])[] = [];
