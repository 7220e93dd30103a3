import { now } from "../../ids.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { Tx } from "../../storage/dialect.ts";

/** Revokes an unused grant at its vendor. */
export const jobKindOfRevoke = "connectors.revokeGrant";

/** Ends a grant for all later requests, and enqueues its revocation. */
export async function endGrant(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx
    .updateTable("grants")
    .set({ ended_at: now() })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .execute();
  await enqueue(tx, { kind: jobKindOfRevoke, workspaceId, payload: { workspaceId, id } });
}

/** Ends all grants of a connector. */
export async function endGrantsOf(tx: Tx, workspaceId: string, connectorId: string): Promise<void> {
  const rows = await tx
    .selectFrom("grants")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("connector_id", "=", connectorId)
    .where("ended_at", "is", null)
    .execute();
  for (const { id } of rows) await endGrant(tx, workspaceId, id);
}

/** Ends all grants of a leaving member. Their rows stay until revoked. */
export async function endGrantsOfPerson(tx: Tx, workspaceId: string, userId: string): Promise<void> {
  const rows = await tx
    .updateTable("grants")
    .set({ user_id: null })
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .returning(["id", "ended_at"])
    .execute();
  for (const { id, ended_at } of rows) if (ended_at === null) await endGrant(tx, workspaceId, id);
}
