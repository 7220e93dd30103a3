import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { Tx } from "../../storage/dialect.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { endGrantsOf } from "../mcp-servers/end-grants.ts";
import { requireOwner } from "../projects/access.ts";
import { findConnectionTo, isConnected, withoutKey } from "./access.ts";
import { insertGrant, type NewGrant } from "./grants/insert-grant.ts";
import { jobKindOfReconnected, type Reconnected } from "./reconnected.ts";

export interface NewConnection {
  id: string;
  connectorId: string;
  site: string;
  account: string;
  /** The key, sealed for the row `id`; null with a grant. */
  secret: string | null;
  keyHint: string | null;
  grant: NewGrant | null;
}

interface Save {
  actor: Actor;
  row: NewConnection;
}

/**
 * Saves a connection. For the same host and workspace it keeps its id and ledger, whatever the account;
 * otherwise a new one replaces it. Returns false if the id changed since sealing.
 */
export const saveConnection = command(
  "connectors.save",
  ({ actor }: Save) => actor.workspaceId,
  async (tx: Tx, { actor: before, row }: Save) => {
    const actor = await reloadActor(tx, before);
    requireOwner(actor, "connect a tracker");
    const existing = await findConnectionTo(tx, actor.workspaceId, row.connectorId, row.site);
    if (existing && existing.id !== row.id) return false;
    await endGrantsOf(tx, actor.workspaceId, row.connectorId);
    await wakeAll(tx, actor.workspaceId, row.connectorId);
    if (row.grant) await insertGrant(tx, actor.workspaceId, row.grant);
    await tx
      .updateTable("connections")
      .set({ ...withoutKey, is_current: 0 })
      .where("workspace_id", "=", actor.workspaceId)
      .where("connector_id", "=", row.connectorId)
      .where("is_current", "=", 1)
      .where("id", "!=", row.id)
      .execute();
    const values = {
      is_current: 1,
      site: row.site,
      account: row.account,
      secret: row.secret,
      key_hint: row.keyHint,
      grant_id: row.grant?.id ?? null,
      lost_at: null,
      connected_by: actor.userId,
      connected_at: now(),
    };
    await tx
      .insertInto("connections")
      .values({ workspace_id: actor.workspaceId, id: row.id, connector_id: row.connectorId, ...values })
      .onConflict((conflict) => conflict.columns(["workspace_id", "id"]).doUpdateSet(values))
      .execute();
    await appendEvents(tx, actor, [
      { type: "connector.connected", subjectId: row.id, data: { connectorId: row.connectorId } },
    ]);
    return true;
  },
);

/** Wakes jobs of a connector's disconnected connections: they resume, or learn that they have ended. */
async function wakeAll(tx: Tx, workspaceId: string, connectorId: string): Promise<void> {
  const rows = await tx
    .selectFrom("connections")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("connector_id", "=", connectorId)
    .execute();
  for (const row of rows) {
    if (isConnected(row)) continue;
    const payload: Reconnected = { workspaceId, connectionId: row.id };
    await enqueue(tx, { kind: jobKindOfReconnected, workspaceId, payload });
  }
}
