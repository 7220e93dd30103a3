import { ApiError } from "../../errors.ts";
import { open, type SecretCell, seal } from "../../secrets/seal.ts";
import { workspaceKey } from "../../secrets/workspace-key.ts";
import type { Context } from "../context.ts";
import { governorOf } from "../trackers/limits/connection-governor.ts";
import { trackerSite } from "../trackers/registry.ts";
import type { Tracker } from "../trackers/tracker.ts";
import type { Connected } from "./access.ts";
import { trackerEntry } from "./catalog.ts";
import { openGranted } from "./grants/open-granted.ts";

type Cell = Pick<Connected, "workspace_id" | "id">;

/**
 * Throws if the connection's host changed: a key goes only to its own host. Grants carry their own address.
 */
export function requireSite(config: Context["config"], connection: Connected): void {
  const { connector_id: connectorId, site, grant_id: grantId } = connection;
  if (grantId !== null) return;
  const fixed = trackerSite(config, connectorId);
  if (fixed === null || fixed === site.split("/", 1)[0]) return;
  const { label } = trackerEntry(connectorId);
  throw new ApiError(
    "not_connected",
    `The operator moved ${label} to another address. An owner connects it again.`,
  );
}

export async function openConnection(context: Context, connection: Connected): Promise<Tracker> {
  if (connection.grant_id !== null) return openGranted(context, connection, connection.grant_id);
  requireSite(context.config, connection);
  const dataKey = await workspaceKey(context, connection.workspace_id);
  const secret = open(dataKey, cellOf(connection), connection.secret ?? "");
  const {
    workspace_id: workspaceId,
    id: connectionId,
    connector_id: connectorId,
    site,
    account,
  } = connection;
  const governor = governorOf(context, { workspaceId, connectionId });
  return context.openTracker(context, { connectorId, secret, site, account, governor });
}

/** Seals the tracker's key for a row; it can't be opened in another. */
export async function sealKey(context: Context, row: Cell, key: string): Promise<string> {
  return seal(await workspaceKey(context, row.workspace_id), cellOf(row), key);
}

function cellOf({ workspace_id: workspaceId, id: rowId }: Cell): SecretCell {
  return { workspaceId, table: "connections", column: "secret", rowId };
}
