import type { Context } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { open, type Place, seal } from "../../secrets/seal.ts";
import { workspaceKey } from "../../secrets/workspace-key.ts";
import { governorOf } from "../push/limits.ts";
import { trackerSite } from "../push/trackers/open.ts";
import type { Tracker } from "../push/trackers/tracker.ts";
import type { Connected } from "./access.ts";
import { catalogEntry } from "./catalog.ts";

type Cell = Pick<Connected, "workspace_id" | "id">;

/** A key is sent to the host it was given for, and to no other. */
export function requireSite(config: Context["config"], { connector_id: connectorId, site }: Connected): void {
  const fixed = trackerSite(config, connectorId);
  if (fixed === null || fixed === site.split("/", 1)[0]) return;
  const { label } = catalogEntry(connectorId);
  throw new ApiError(
    "not_connected",
    `The operator moved ${label} to another address. An owner connects it again.`,
  );
}

/** The tracker behind a connection. */
export async function openConnection(context: Context, connection: Connected): Promise<Tracker> {
  requireSite(context.config, connection);
  const dataKey = await workspaceKey(context, connection.workspace_id);
  const secret = open(dataKey, placeOf(connection), connection.secret);
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

/** The tracker's key as the row holds it: it opens in this row only. */
export async function sealKey(context: Context, row: Cell, key: string): Promise<string> {
  return seal(await workspaceKey(context, row.workspace_id), placeOf(row), key);
}

function placeOf({ workspace_id: workspaceId, id: rowId }: Cell): Place {
  return { workspaceId, table: "connections", column: "secret", rowId };
}
