import type { Scope } from "@groundplan/contract";
import { command } from "../../dispatch/commands.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { revokeConnection } from "../identity/end-connection.ts";

/** The time in milliseconds that an app has for its first token after a person let it in. */
const firstTokenWithin = 10 * 60_000;

export interface NewConnection {
  workspaceId: string;
  id: string;
  userId: string;
  clientId: string;
  clientName: string;
  scope: Scope;
}

/** Lets an app into a workspace. The person must be a member of it. */
export async function addConnection(tx: Tx, connection: NewConnection): Promise<void> {
  const { workspaceId, id, userId, clientId, clientName, scope } = connection;
  await tx
    .insertInto("oauth_connections")
    .values({
      workspace_id: workspaceId,
      id,
      user_id: userId,
      client_id: clientId,
      client_name: clientName,
      scope,
      created_at: now(),
      last_used_at: null,
      expires_at: new Date(Date.now() + firstTokenWithin).toISOString(),
      revoked_at: null,
    })
    .execute();
  await appendEvents(tx, { workspaceId, userId, credentialId: null }, [
    { type: "oauth_connection.created", subjectId: id, readers: [userId], data: { scope, userId } },
  ]);
}

/** Ends a connection as its own app asks, or since a token or code of it was used twice. */
export const endConnection = command(
  "oauth.endConnection",
  ({ workspaceId }) => workspaceId,
  (tx: Tx, { workspaceId, id, userId }: { workspaceId: string; id: string; userId: string }) =>
    revokeConnection(tx, { workspaceId, userId, credentialId: id }, id),
);
