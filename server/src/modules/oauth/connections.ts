import type { Scope } from "@groundplan/contract";
import { command } from "../../dispatch/commands.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { revokeConnection } from "../identity/end-connection.ts";

/** Milliseconds that an app has to fetch its first token after consent. */
const firstTokenWithin = 10 * 60_000;

export interface NewConnection {
  workspaceId: string;
  id: string;
  userId: string;
  clientId: string;
  clientName: string;
  scope: Scope;
}

/** Connects an app to a workspace, of which the user must be a member. */
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
      last_mcp_use_at: null,
      expires_at: new Date(Date.now() + firstTokenWithin).toISOString(),
      revoked_at: null,
    })
    .execute();
  await appendEvents(tx, { workspaceId, userId, credentialId: null }, [
    { type: "oauth_connection.created", subjectId: id, audience: [userId], data: { scope, userId } },
  ]);
}

/** Ends a connection at its app's request, or after a token or code was reused. */
export const endConnection = command(
  "oauth.endConnection",
  ({ workspaceId }) => workspaceId,
  (tx: Tx, { workspaceId, id, userId }: { workspaceId: string; id: string; userId: string }) =>
    revokeConnection(tx, { workspaceId, userId, credentialId: id }, id),
);
