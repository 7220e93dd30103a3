import { claimAction, keepAction, releaseAction } from "../dispatch/idempotency-commands.ts";
import { claimJob, enqueueJob, failJob, finishJob, renewClaim } from "../jobs/queue.ts";
import { sweep, sweepJob } from "../jobs/sweep.ts";
import type { Module } from "../module.ts";
import { addCanary, rewrapKeys } from "../secrets/start.ts";
import { addDataKey } from "../secrets/workspace-key.ts";
import type { Context } from "./context.ts";

/** The mechanisms that every module uses: the write path, events, revisions, jobs and secrets. */
export const mechanisms: readonly Module<Context>[] = [
  { name: "dispatch", commands: [claimAction, keepAction, releaseAction], tables: ["idempotency_keys"] },
  { name: "events", tables: ["events", "event_heads"] },
  { name: "revisions", tables: ["revisions"] },
  {
    name: "jobs",
    commands: [enqueueJob, claimJob, renewClaim, finishJob, failJob, sweep],
    jobs: { "jobs.sweep": { run: sweepJob, attempts: 10, everySeconds: 3600 } },
    tables: ["jobs"],
  },
  {
    name: "secrets",
    commands: [addCanary, rewrapKeys, addDataKey],
    tables: ["canaries", "data_keys"],
  },
];
