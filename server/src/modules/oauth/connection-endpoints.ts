import { getOAuthConnection, listOAuthConnections, removeOAuthConnection } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { read, write } from "../../dispatch/handlers.ts";
import { insufficientScope, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { revokeConnection } from "../identity/end-connection.ts";
import { type Key, pageOf } from "../paging.ts";
import { type ConnectionRow, findLiveConnection, listConnectionRows } from "./store.ts";

export const connectionsList = read(listOAuthConnections, async (db, actor, { query }) => {
  const list = `${listOAuthConnections.id} ${actor.userId}`;
  const fetch = ([after = ""]: Key, limit: number) => listConnectionRows(db, actor, String(after), limit);
  const { rows, ...next } = await pageOf(list, query, fetch, (row) => [row.id]);
  return { connections: rows.map(presentConnection), ...next };
});

export const connectionGet = read(getOAuthConnection, async (db, actor, { params }) => ({
  connection: presentConnection(await ownConnection(db, actor, params.connectionId)),
}));

async function ownConnection(db: Db, actor: Actor, connectionId: string): Promise<ConnectionRow> {
  const connection = await findLiveConnection(db, connectionId);
  if (connection?.workspace_id !== actor.workspaceId || connection.user_id !== actor.userId)
    throw notFound("connection");
  return connection;
}

/**
 * Ends a connection of the caller. Needs `write`, except for a connection ending itself (decisions section
 * 2).
 */
export const connectionRemove = write(removeOAuthConnection, async (tx, actor, { params }) => {
  const { connectionId } = params;
  if (actor.scope === "read" && connectionId !== actor.credentialId)
    throw insufficientScope("A `read` credential may end itself only. Use one with the `write` scope.");
  await ownConnection(tx, actor, connectionId);
  await revokeConnection(tx, actor, connectionId);
  return { removed: true as const };
});

const presentConnection = (row: ConnectionRow) => ({
  id: row.id,
  clientId: row.client_id,
  clientName: row.client_name,
  scope: row.scope,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  lastMcpUseAt: row.last_mcp_use_at,
});
