import { claimAction, keepAction, releaseAction, renewAction } from "../dispatch/idempotency/commands.ts";
import { addFiles } from "../files/add-files.ts";
import { addPiece } from "../files/add-piece.ts";
import { dropPieces } from "../files/drop-file.ts";
import { lookAtFiles, sweepFiles } from "../files/sweep.ts";
import { dropParts, sweepTerms } from "../full-text/sweep.ts";
import { jobsByState, oldestJob } from "../jobs/gauges.ts";
import { claimJob, enqueueJob, failJob, finishJob, renewClaim } from "../jobs/queue.ts";
import { sweep, sweepJob } from "../jobs/sweep.ts";
import type { Module } from "../module.ts";
import { addCanary, rewrapKeys } from "../secrets/start.ts";
import { addDataKey } from "../secrets/workspace-key.ts";
import type { Context } from "./context.ts";

/** Mechanisms below the modules: write path, events, revisions, jobs and secrets. */
export const mechanisms: readonly Module<Context>[] = [
  {
    name: "dispatch",
    commands: [claimAction, keepAction, releaseAction, renewAction],
    // Requests repeated after a restore must not create anything twice.
    tables: { idempotency_keys: "kept" },
  },
  { name: "events", tables: { events: "kept", event_heads: "kept" } },
  { name: "revisions", tables: { revisions: "kept" } },
  // The index is derived from backed-up data.
  {
    name: "full text",
    commands: [dropParts],
    jobs: {
      "search.sweep": {
        run: (context: Context, _, { signal }) => sweepTerms(context, signal),
        attempts: 10,
        everySeconds: 60,
      },
    },
    tables: {
      search_documents: "left out",
      search_terms: "left out",
      search_filled: "left out",
      search_dropped: "left out",
    },
  },
  {
    name: "jobs",
    commands: [enqueueJob, claimJob, renewClaim, finishJob, failJob, sweep],
    gauges: [jobsByState, oldestJob],
    jobs: { "jobs.sweep": { run: sweepJob, attempts: 10, everySeconds: 3600 } },
    // A running push would never end without its job.
    tables: { jobs: "kept" },
  },
  {
    name: "files",
    commands: [addPiece, addFiles, dropPieces, lookAtFiles],
    jobs: {
      "files.sweep": {
        run: (context: Context, _, { signal }) => sweepFiles(context, signal),
        attempts: 10,
        everySeconds: 3600,
      },
    },
    tables: { files: "kept", file_pieces: "kept", workspace_storage: "left out" },
  },
  {
    name: "secrets",
    commands: [addCanary, rewrapKeys, addDataKey],
    // Without them, a restored database starts with any secret key.
    tables: { canaries: "secret", data_keys: "secret" },
  },
];
