import { appendEvents, type By } from "../../events/append.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";

/** Ends a connection with all of its tokens and codes; returns false where it had ended before. */
export async function revokeConnection(tx: Tx, by: By, id: string): Promise<boolean> {
  const ended = await tx
    .updateTable("oauth_connections")
    .set({ revoked_at: now() })
    .where("workspace_id", "=", by.workspaceId)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returning("id")
    .execute();
  if (ended.length === 0) return false;
  await tx
    .deleteFrom("access_tokens")
    .where("workspace_id", "=", by.workspaceId)
    .where("connection_id", "=", id)
    .execute();
  await tx.deleteFrom("oauth_artifacts").where("connection_id", "=", id).execute();
  await appendEvents(tx, by, [{ type: "oauth_connection.revoked", subjectId: id, data: {} }]);
  return true;
}

/** Ends all connections of a person in the author's workspace. Returns how many worked until now. */
export async function revokeConnectionsOf(tx: Tx, by: By, userId: string): Promise<number> {
  const live = await tx
    .selectFrom("oauth_connections")
    .select(["id", "expires_at"])
    .where("workspace_id", "=", by.workspaceId)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
  for (const { id } of live) await revokeConnection(tx, by, id);
  return live.filter(({ expires_at }) => expires_at > now()).length;
}
