import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { withoutKey } from "./access.ts";
import { connectorConnect, saveConnection } from "./connect.ts";
import { connectorDisconnect } from "./disconnect.ts";
import { connectorsList } from "./list-connectors.ts";
import { targetsList } from "./list-targets.ts";
import { enqueueDue, enqueueDueJob, jobKindOfProbe } from "./probes/due.ts";
import { runProbe, saveOwnProbe } from "./probes/run-probe.ts";
import { projectTracker, projectTrackerSet } from "./project-tracker.ts";
import { toolsetGet } from "./read-toolset.ts";
import { toolsetSet } from "./set-toolset.ts";
import { connectorWebhook, connectorWebhookDelete, saveHookSecret } from "./webhook.ts";

export const connectors: Module<Context> = {
  name: "connectors",
  handlers: [
    ...[connectorsList, connectorConnect, connectorDisconnect, targetsList],
    ...[projectTracker, projectTrackerSet, connectorWebhook, connectorWebhookDelete],
    ...[toolsetGet, toolsetSet],
  ],
  commands: [saveConnection, saveHookSecret, enqueueDue, saveOwnProbe],
  jobs: {
    "connectors.dueProbes": { run: enqueueDueJob, attempts: 10, everySeconds: 60 },
    // A server may take its time; other jobs find places.
    [jobKindOfProbe]: { run: runProbe, attempts: 3, share: { atOnce: 2 } },
  },
  // The row stays as that of a connection that was disconnected: the ledger of what was pushed hangs on it.
  tables: { connections: { keptWith: { ...withoutKey, hook_secret: null } } },
  events: [
    ...(["connector.connected", "connector.disconnected", "project.tracker_set"] as const),
    ...(["connector.webhook_created", "connector.webhook_removed"] as const),
  ],
};
