import type { Selectable } from "kysely";
import { ApiError } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import type { CatalogEntry } from "./catalog.ts";

export type ConnectionRow = Selectable<Tables["connections"]>;
export type Connected = ConnectionRow & { secret: string };

/** What a row says while it has no key. It stays, with the knowledge of what was pushed. */
export const withoutKey = {
  account: null,
  secret: null,
  key_hint: null,
  connected_by: null,
  connected_at: null,
};

const ofConnector = (db: Db, workspaceId: string, connectorId: string) =>
  db
    .selectFrom("connections")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("connector_id", "=", connectorId);

/** The connection to the site that was connected last, also where its key was forgotten since. */
export function findConnection(
  db: Db,
  workspaceId: string,
  connectorId: string,
): Promise<ConnectionRow | undefined> {
  return ofConnector(db, workspaceId, connectorId).where("is_current", "=", 1).executeTakeFirst();
}

/** The connection to one site, whether it was connected last or another was since. */
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

/** The connection with its sealed key, or 409 `not_connected`. */
export async function requireConnection(
  db: Db,
  workspaceId: string,
  entry: CatalogEntry,
): Promise<Connected> {
  const connection = await findConnection(db, workspaceId, entry.id);
  if (!connection || !isConnected(connection)) throw notConnected(entry);
  return connection;
}

export function isConnected(connection: ConnectionRow): connection is Connected {
  return connection.secret !== null;
}

const notConnected = ({ label }: Pick<CatalogEntry, "label">) =>
  new ApiError("not_connected", `${label} is not connected. An owner of the workspace connects it first.`);
