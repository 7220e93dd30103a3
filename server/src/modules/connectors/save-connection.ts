import { command } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import { type Actor, admit } from "../identity/actor.ts";
import { now } from "../ids.ts";
import { requireOwner } from "../projects/access.ts";
import { findConnection } from "./access.ts";

export interface NewConnection {
  id: string;
  connectorId: string;
  site: string;
  account: string;
  /** Sealed for the row `id`. */
  secret: string;
  keyHint: string;
}

interface Save {
  actor: Actor;
  row: NewConnection;
}

/**
 * Keeps a key. On the same host the connection keeps its id, whatever the account, and with it what was pushed;
 * another host is another connection. Answers false where the id is no longer the one the key was sealed for.
 */
export const saveConnection = command(
  "connectors.save",
  ({ actor }: Save) => actor.workspaceId,
  async (tx: Tx, { actor: before, row }: Save) => {
    const actor = await admit(tx, before);
    requireOwner(actor, "connect a tracker");
    const existing = await findConnection(tx, actor.workspaceId, row.connectorId);
    if (existing && existing.id !== row.id) {
      if (existing.site === row.site) return false;
      await tx
        .deleteFrom("connections")
        .where("workspace_id", "=", actor.workspaceId)
        .where("id", "=", existing.id)
        .execute();
    }
    const values = {
      site: row.site,
      account: row.account,
      secret: row.secret,
      key_hint: row.keyHint,
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
