import type { Scope } from "@groundplan/contract";
import type { Insertable } from "kysely";
import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import { revokeConnection } from "../identity/end-connection.ts";
import { findArtifact, findLiveConnection } from "./store.ts";

/** The connection that an artifact belongs to. */
export interface OfConnection {
  workspaceId: string;
  id: string;
}

interface NewArtifact {
  connection: OfConnection | null;
  row: Insertable<Tables["oauth_artifacts"]>;
}

/**
 * Keeps an artifact, or what changed in it. Returns false where its connection is over: a code that is exchanged while
 * the connection ends brings nothing.
 */
export const saveArtifact = command(
  "oauth.saveArtifact",
  ({ connection }) => connection?.workspaceId ?? null,
  async (tx: Tx, { connection, row }: NewArtifact) => {
    if (connection && !(await prolong(tx, connection, row.expires_at))) return false;
    const { payload, expires_at } = row;
    await tx
      .insertInto("oauth_artifacts")
      .values(row)
      .onConflict((conflict) => conflict.column("id_hash").doUpdateSet({ payload, expires_at }))
      .execute();
    return true;
  },
);

interface NewAccessToken {
  connection: OfConnection & { userId: string };
  secretHash: string;
  scope: Scope;
  expiresAt: string;
}

/** Keeps an access token. Returns false where its connection is over. */
export const saveAccessToken = command(
  "oauth.saveAccessToken",
  ({ connection }) => connection.workspaceId,
  async (tx: Tx, { connection, secretHash, scope, expiresAt }: NewAccessToken) => {
    if (!(await prolong(tx, connection, expiresAt))) return false;
    await tx
      .insertInto("access_tokens")
      .values({
        workspace_id: connection.workspaceId,
        secret_hash: secretHash,
        user_id: connection.userId,
        session_id: null,
        connection_id: connection.id,
        scope,
        created_at: now(),
        expires_at: expiresAt,
      })
      .execute();
    return true;
  },
);

/** A connection lasts as long as the last of its tokens. Returns false where it is over. */
async function prolong(tx: Tx, { workspaceId, id }: OfConnection, until: string): Promise<boolean> {
  const connection = await findLiveConnection(tx, id);
  if (!connection) return false;
  if (until > connection.expires_at)
    await tx
      .updateTable("oauth_connections")
      .set({ expires_at: until })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .execute();
  return true;
}

/**
 * Uses up a code or a refresh token. Returns false where it was used before: then somebody else has it too, and its
 * connection is ended with everything that came of it. Of two at once one is the first.
 */
export const consumeArtifact = command(
  "oauth.consumeArtifact",
  ({ connection }) => connection.workspaceId,
  async (
    tx: Tx,
    { connection, idHash }: { connection: OfConnection & { userId: string }; idHash: string },
  ) => {
    const used = await tx
      .updateTable("oauth_artifacts")
      .set({ consumed_at: now() })
      .where("id_hash", "=", idHash)
      .where("consumed_at", "is", null)
      .returning("id_hash")
      .execute();
    if (used.length > 0) return true;
    const { workspaceId, id, userId } = connection;
    await revokeConnection(tx, { workspaceId, userId, credentialId: id }, id);
    return false;
  },
);

export const dropArtifact = command(
  "oauth.dropArtifact",
  () => null,
  async (tx: Tx, { idHash }: { idHash: string }) => {
    await tx.deleteFrom("oauth_artifacts").where("id_hash", "=", idHash).execute();
  },
);

/** The milliseconds between two polls of a device (RFC 8628); a little less is no fault of it. */
const pollEveryMs = 5_000 - 500;

/** Records a device's poll. Returns false for one that comes too early, which does not count. */
export const recordPoll = command(
  "oauth.recordPoll",
  () => null,
  async (tx: Tx, { idHash }: { idHash: string }) => {
    const last = (await findArtifact(tx, idHash))?.polled_at;
    if (last && Date.now() - Date.parse(last) < pollEveryMs) return false;
    await tx.updateTable("oauth_artifacts").set({ polled_at: now() }).where("id_hash", "=", idHash).execute();
    return true;
  },
);
