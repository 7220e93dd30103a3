import { now } from "../../ids.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { Tx } from "../../storage/dialect.ts";

/** The job that revokes a grant at its vendor once nobody uses it here any more. */
export const jobKindOfRevoke = "connectors.revokeGrant";

/** Ends one grant: from the next request on it is used no more. It leaves a job that revokes it at the vendor. */
export async function endGrant(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx
    .updateTable("grants")
    .set({ ended_at: now() })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .execute();
  await enqueue(tx, { kind: jobKindOfRevoke, workspaceId, payload: { workspaceId, id } });
}

/** Ends all grants for a connector, of whomever. */
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

/** Ends all grants of a person who leaves. Their rows outlive the membership, until they are revoked. */
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
