import type { Selectable } from "kysely";
import { ApiError } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import type { TrackerDefinition } from "../trackers/definition.ts";

export type ConnectionRow = Selectable<Tables["connections"]>;
export type Connected = ConnectionRow & ({ secret: string } | { grant_id: string });

/** Empty key columns. The row stays for the sake of the push ledger. */
export const withoutKey = {
  account: null,
  secret: null,
  key_hint: null,
  grant_id: null,
  lost_at: null,
  connected_by: null,
  connected_at: null,
};

const ofConnector = (db: Db, workspaceId: string, connectorId: string) =>
  db
    .selectFrom("connections")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("connector_id", "=", connectorId);

/** Returns the last connected site, even if its key was removed since. */
export function findConnection(
  db: Db,
  workspaceId: string,
  connectorId: string,
): Promise<ConnectionRow | undefined> {
  return ofConnector(db, workspaceId, connectorId).where("is_current", "=", 1).executeTakeFirst();
}

/** Returns the connection to one site, current or not. */
export function findConnectionTo(
  db: Db,
  workspaceId: string,
  connectorId: string,
  site: string,
): Promise<ConnectionRow | undefined> {
  return ofConnector(db, workspaceId, connectorId).where("site", "=", site).executeTakeFirst();
}

export function findConnectionById(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom("connections")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Throws 409 `not_connected` if there is none. */
export async function requireConnection(
  db: Db,
  workspaceId: string,
  entry: TrackerDefinition,
): Promise<Connected> {
  const connection = await findConnection(db, workspaceId, entry.id);
  if (connection && isLost(connection)) throw lostConnection(entry);
  if (!connection || !isConnected(connection)) throw notConnected(entry);
  return connection;
}

export function isConnected(connection: ConnectionRow): connection is Connected {
  return connection.secret !== null || connection.grant_id !== null;
}

/** Returns true for a revoked grant until a reconnect. */
export const isLost = ({ lost_at }: ConnectionRow): boolean => lost_at !== null;

const lostConnection = ({ label }: Pick<TrackerDefinition, "label">) =>
  new ApiError(
    "not_connected",
    `${label} ended the connection. Connect again: an owner of the workspace can.`,
  );

export const notConnected = ({ label }: Pick<TrackerDefinition, "label">) =>
  new ApiError("not_connected", `${label} is not connected. An owner of the workspace connects it first.`);
