import type { Connector } from "@groundplan/contract";
import type { Tables } from "../../storage/tables.ts";
import { type ConnectionRow, isConnected } from "./access.ts";
import type { CatalogEntry, McpEntry } from "./catalog.ts";
import { isFor } from "./grants/grant-rows.ts";

/** Per user and personal connector. */
export const maxGrants = 5;

export interface Having {
  connection: ConnectionRow | undefined;
  /** The caller's own, oldest first. */
  grants: readonly Pick<Tables["grants"], "id" | "account" | "facts" | "created_at">[];
  /** Null if never set. */
  enabled: number | null;
  /** For own servers. */
  tools: number;
}

export function presentConnector(
  entry: CatalogEntry,
  { connection, grants, enabled, tools }: Having,
  address: string,
): Connector {
  const { id, kind, label, vendor, description, connectScope, auth } = entry;
  const path = `${address}/v1/connectors/${id}`;
  return {
    id,
    kind,
    provider: kind === "tracker" ? entry.tracker.provider : null,
    label,
    ...(vendor === null ? {} : { vendor }),
    ...(description === null ? {} : { description }),
    connectScope,
    auth,
    tools: {
      enabled: enabled === null ? entry.startsOn : enabled === 1,
      curated: kind === "mcp" ? (entry.curated?.tools ?? tools) : 0,
    },
    connection: kind === "tracker" ? connectionOfTracker(connection) : connectionOfServer(entry, grants),
    links: { connect: `${path}/connect`, toolsets: `${path}/toolsets` },
  };
}

const connectionOfTracker = (connection: ConnectionRow | undefined): Connector["connection"] => ({
  scope: "workspace",
  connected: connection !== undefined && isConnected(connection),
  keyHint: connection?.key_hint ?? null,
  account: connection?.account ?? null,
  connectedBy: connection?.connected_by ?? null,
  connectedAt: connection?.connected_at ?? null,
});

/** Counts a server without a key as connected. */
function connectionOfServer(
  { connectScope, server, url }: McpEntry,
  rows: Having["grants"],
): Connector["connection"] {
  if (connectScope === "personal") {
    const own = rows.filter((row) => isFor(row, url));
    const grants = own.map(({ id, account, created_at: createdAt }) => ({ id, account, createdAt }));
    return { scope: "personal", connected: grants.length > 0, grants, maxGrants };
  }
  return {
    scope: "workspace",
    connected: server?.auth_mode !== "bearer" || server.sealed_token !== null,
    keyHint: server?.token_hint ?? null,
    account: null,
    connectedBy: server?.token_set_by ?? null,
    connectedAt: server?.token_set_at ?? null,
  };
}
