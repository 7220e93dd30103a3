import type { Author } from "../../actor.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { isOneOf, type Tx } from "../../storage/dialect.ts";

/** Ends a connection with its tokens and codes; returns false if it had ended. */
export const revokeConnection = async (tx: Tx, by: Author, id: string): Promise<boolean> =>
  (await revokeWhere(tx, by, "id", id)).length > 0;

/** Ends a user's connections in the author's workspace and returns the number of active ones. */
export async function revokeConnectionsOf(tx: Tx, by: Author, userId: string): Promise<number> {
  const ended = await revokeWhere(tx, by, "user_id", userId);
  return ended.filter(({ expires_at }) => expires_at > now()).length;
}

/** Ends connections and returns those that were not ended before, oldest first. */
async function revokeWhere(tx: Tx, author: Author, column: "id" | "user_id", value: string) {
  const revoked = await tx
    .updateTable("oauth_connections")
    .set({ revoked_at: now() })
    .where("workspace_id", "=", author.workspaceId)
    .where(column, "=", value)
    .where("revoked_at", "is", null)
    .returning(["id", "user_id", "expires_at"])
    .execute();
  if (revoked.length === 0) return revoked;
  const ended = revoked.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const ids = ended.map(({ id }) => id);
  await tx
    .deleteFrom("access_tokens")
    .where("workspace_id", "=", author.workspaceId)
    .where(isOneOf(tx, "connection_id", ids))
    .execute();
  await tx
    .deleteFrom("oauth_artifacts")
    .where(isOneOf(tx, "connection_id", ids))
    .execute();
  await tx
    .deleteFrom("refresh_answers")
    .where("workspace_id", "=", author.workspaceId)
    .where(isOneOf(tx, "connection_id", ids))
    .execute();
  await appendEvents(
    tx,
    author,
    ended.map(({ id, user_id }) => ({
      type: "oauth_connection.revoked",
      subjectId: id,
      audience: [user_id],
      data: {},
    })),
  );
  return ended;
}
