import { listConnectors } from "@groundplan/contract";
import { action } from "../../dispatch/handlers.ts";
import type { Context } from "../context.ts";
import { cutPage, numberOf, readPage } from "../paging.ts";
import type { TrackerDefinition } from "../trackers/definition.ts";
import { trackers } from "../trackers/registry.ts";
import { type ConnectionRow, isConnected } from "./access.ts";
import { vendorOf } from "./oauth/vendors.ts";

export const connectorsList = action(listConnectors, async ({ db, config }: Context, actor, { query }) => {
  const list = listConnectors.id;
  const page = readPage(list, query);
  const connections = await db
    .selectFrom("connections")
    .selectAll()
    .where("workspace_id", "=", actor.workspaceId)
    .where("is_current", "=", 1)
    .execute();
  const after = numberOf(page.after?.[0] ?? -1);
  const { rows, ...next } = cutPage(list, page, trackers.slice(after + 1), (entry) => [
    trackers.indexOf(entry),
  ]);
  const connectionOf = new Map(connections.map((row) => [row.connector_id, row]));
  const shown = rows.map((entry) =>
    presentConnector(entry, connectionOf.get(entry.id), vendorOf(config, entry.id) !== null),
  );
  return { body: { connectors: shown, ...next } };
});

function presentConnector(
  entry: TrackerDefinition,
  connection: ConnectionRow | undefined,
  hasOAuth: boolean,
) {
  const path = `/v1/connectors/${entry.id}`;
  return {
    id: entry.id,
    kind: "tracker" as const,
    provider: entry.provider,
    label: entry.label,
    vendor: entry.vendor,
    description: entry.description,
    connectScope: "workspace" as const,
    auth: { oauth: hasOAuth, oauthOnly: false, acceptsApiKey: true },
    tools: { enabled: false, curated: 0 },
    connection: {
      scope: "workspace" as const,
      connected: connection !== undefined && isConnected(connection),
      keyHint: connection?.key_hint ?? null,
      account: connection?.account ?? null,
      connectedBy: connection?.connected_by ?? null,
      connectedAt: connection?.connected_at ?? null,
    },
    links: { connect: `${path}/connect`, toolsets: `${path}/toolsets` },
  };
}
