import type { Module } from "../../module.ts";
import { jobKindOfReconnected } from "../connectors/reconnected.ts";
import type { Context } from "../context.ts";
import { jobKindOfRestored } from "../plans/archive/restored.ts";
import { acceptWebhook } from "./accept-webhook.ts";
import { applyRemoteChanges } from "./apply-remote-changes.ts";
import { recordChecked } from "./check-known-items.ts";
import { pollTrackers, recordPolled } from "./poll.ts";
import { refresh } from "./refresh.ts";
import { jobKindOfRefresh } from "./refresh-soon.ts";
import { refreshSpecs, runRefreshSpecs } from "./refresh-specs.ts";

export const sync: Module<Context> = {
  name: "sync",
  commands: [acceptWebhook, applyRemoteChanges, recordPolled, recordChecked, refreshSpecs],
  jobs: {
    [jobKindOfRefresh]: { run: refresh, attempts: 10 },
    [jobKindOfRestored]: { run: runRefreshSpecs, attempts: 10 },
    [jobKindOfReconnected]: { run: runRefreshSpecs, attempts: 10 },
    "push.poll": { run: pollTrackers, attempts: 10, everySeconds: 60 },
  },
  // A webhook repeated after a restore only rereads its issue.
  tables: { tracker_deliveries: "left out" },
};
