import { serviceIn } from "../../../actor.ts";
import { appendEvents } from "../../../events/append.ts";
import { now } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { withoutKey } from "../access.ts";
import type { GrantRow } from "./grant-rows.ts";

/**
 * Reports a revoked grant to its user, or to the workspace's owners and whoever connected. The connection
 * stays as revoked, so that pushes sleep until a reconnect.
 */
export async function endRevoked(tx: Tx, grant: GrantRow): Promise<void> {
  const { workspace_id: workspaceId, id, connector_id: connectorId, user_id: userId } = grant;
  const connection = await tx
    .selectFrom("connections")
    .select(["id", "connected_by"])
    .where("workspace_id", "=", workspaceId)
    .where("grant_id", "=", id)
    .executeTakeFirst();
  if (connection)
    await tx
      .updateTable("connections")
      .set({ ...withoutKey, lost_at: now() })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", connection.id)
      .execute();
  const people = userId === null ? await ownersOf(tx, workspaceId) : [userId];
  const service = serviceIn(workspaceId);
  await appendEvents(tx, service, [
    {
      type: "connector.disconnected_upstream",
      subjectId: connection?.id ?? id,
      data: { connectorId },
      notifies: [...people, ...(connection ? [connection.connected_by] : [])],
    },
  ]);
}

async function ownersOf(tx: Tx, workspaceId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("memberships")
    .select("user_id")
    .where("workspace_id", "=", workspaceId)
    .where("role", "=", "OWNER")
    .execute();
  return rows.map(({ user_id }) => user_id);
}
