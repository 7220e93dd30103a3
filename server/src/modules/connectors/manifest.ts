import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { jobKindOfRevoke } from "../mcp-servers/end-grants.ts";
import { withoutKey } from "./access.ts";
import { connectorConnect } from "./connect.ts";
import { connectorDisconnect } from "./disconnect.ts";
import { addAttempt, takeAttempt } from "./grants/attempts.ts";
import { discard } from "./grants/discard.ts";
import { endRefusedGrant, releaseRefresh, saveRefreshed, takeRefresh } from "./grants/refresh-rows.ts";
import { forgetGrant, giveUpRevoking, revokeGrant } from "./grants/revoke.ts";
import { forgetClient, saveClient } from "./grants/servers/client-for.ts";
import { readPersonalTools, savePersonalProbe } from "./grants/servers/read-tools.ts";
import { jobKindOfReadTools, savePersonal } from "./grants/servers/save-personal.ts";
import { connectorGet, connectorsList } from "./list-connectors.ts";
import { targetsList } from "./list-targets.ts";
import { enqueueDue, enqueueDueJob, jobKindOfProbe } from "./probes/due.ts";
import { runProbe, saveOwnProbe } from "./probes/run-probe.ts";
import { toolsetGet } from "./read-toolset.ts";
import { grantRemove } from "./remove-grants.ts";
import { saveConnection } from "./save-connection.ts";
import { toolsetSet } from "./set-toolset.ts";
import { connectorWebhook, connectorWebhookDelete, saveHookSecret } from "./webhook.ts";

export const connectors: Module<Context> = {
  name: "connectors",
  handlers: [
    ...[connectorsList, connectorGet, connectorConnect, connectorDisconnect, grantRemove, targetsList],
    ...[connectorWebhook, connectorWebhookDelete, toolsetGet, toolsetSet],
  ],
  commands: [
    ...[saveConnection, saveHookSecret, enqueueDue, saveOwnProbe, addAttempt, takeAttempt],
    ...[takeRefresh, saveRefreshed, releaseRefresh, endRefusedGrant, forgetGrant],
    ...[saveClient, forgetClient, savePersonal, savePersonalProbe, discard],
  ],
  jobs: {
    "connectors.dueProbes": { run: enqueueDueJob, attempts: 10, everySeconds: 60 },
    // A server may be slow; other jobs must get slots.
    [jobKindOfProbe]: { run: runProbe, attempts: 3, share: { atOnce: 2 } },
    [jobKindOfReadTools]: { run: readPersonalTools, attempts: 3 },
    [jobKindOfRevoke]: { run: revokeGrant, giveUp: giveUpRevoking, attempts: 5 },
  },
  // The row stays as a disconnected connection, since the push ledger refers to it.
  tables: {
    connections: { keptWith: { ...withoutKey, hook_secret: null } },
    grants: "secret",
    grant_attempts: "left out",
    registered_clients: "secret",
  },
  events: [
    ...(["connector.connected", "connector.disconnected", "connector.disconnected_upstream"] as const),
    ...(["connector.webhook_created", "connector.webhook_removed"] as const),
  ],
};
