import type { Insertable } from "kysely";
import { now } from "../../../ids.ts";
import { enqueue } from "../../../jobs/queue.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { Tables } from "../../../storage/tables.ts";

/** The job that revokes a grant at its vendor once nobody uses it here any more. */
export const jobKindOfRevoke = "connectors.revokeGrant";

/** A grant whose tokens are sealed for the row `id`. */
export type NewGrant = Pick<
  Insertable<Tables["grants"]>,
  "id" | "connector_id" | "user_id" | "account" | "facts" | "tokens" | "expires_at"
>;

export async function insertGrant(tx: Tx, workspaceId: string, grant: NewGrant): Promise<void> {
  await tx
    .insertInto("grants")
    .values({
      ...grant,
      ...{ workspace_id: workspaceId, generation: 1, lease_owner: null, lease_until: null },
      ...{ ended_at: null, created_at: now() },
    })
    .execute();
}

/** Ends the workspace's grants for a connector. Each leaves a job that revokes it at the vendor. */
export async function endGrantsOf(tx: Tx, workspaceId: string, connectorId: string): Promise<void> {
  const rows = await tx
    .selectFrom("grants")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("connector_id", "=", connectorId)
    .where("user_id", "is", null)
    .where("ended_at", "is", null)
    .execute();
  for (const { id } of rows) await endGrant(tx, workspaceId, id);
}

/** Ends one grant; it is no more used from the next request on. */
export async function endGrant(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx
    .updateTable("grants")
    .set({ ended_at: now() })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .execute();
  await enqueue(tx, { kind: jobKindOfRevoke, workspaceId, payload: { workspaceId, id } });
}
