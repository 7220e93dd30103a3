import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { withoutKey } from "./access.ts";
import { connectorConnect, saveConnection } from "./connect.ts";
import { connectorDisconnect } from "./disconnect.ts";
import { connectorsList } from "./list-connectors.ts";
import { targetsList } from "./list-targets.ts";
import { projectTracker, projectTrackerSet } from "./project-tracker.ts";
import { connectorWebhook, connectorWebhookDelete, saveHookSecret } from "./webhook.ts";

export const connectors: Module<Context> = {
  name: "connectors",
  handlers: [
    ...[connectorsList, connectorConnect, connectorDisconnect, targetsList],
    ...[projectTracker, projectTrackerSet, connectorWebhook, connectorWebhookDelete],
  ],
  commands: [saveConnection, saveHookSecret],
  // The row stays as that of a connection that was disconnected: the ledger of what was pushed hangs on it.
  tables: { connections: { keptWith: { ...withoutKey, hook_secret: null } } },
  events: [
    ...(["connector.connected", "connector.disconnected", "project.tracker_set"] as const),
    ...(["connector.webhook_created", "connector.webhook_removed"] as const),
  ],
};
