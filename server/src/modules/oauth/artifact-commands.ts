import type { Scope } from "@groundplan/contract";
import type { Insertable } from "kysely";
import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import { revokeConnection } from "../identity/end-connection.ts";
import { findAnswer, keepAnswer } from "./refresh-answers.ts";
import { findArtifact, findLiveConnection } from "./store.ts";

export interface OfConnection {
  workspaceId: string;
  id: string;
}

interface NewArtifact {
  connection: OfConnection | null;
  row: Insertable<Tables["oauth_artifacts"]>;
}

/**
 * Stores an artifact or its changes. Returns false if its connection has ended, for example during a code
 * exchange.
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

/** Extends a connection to its last token's expiry. Returns false if it has ended. */
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

interface NewAccessToken {
  secretHash: string;
  scope: Scope;
  expiresAt: string;
}

/** Everything that a token request spends and creates. */
export interface Exchange {
  connection: OfConnection & { userId: string };
  /** Hash of the spent code's or refresh token's id. */
  used: string | null;
  /** Sealed answer to a refresh; null for exchanges that can't be repeated. */
  sealedAnswer: string | null;
  artifacts: NewArtifact["row"][];
  accessTokens: NewAccessToken[];
}

/** Stored, refused, or a repeated refresh with its sealed answer. */
export type Settled = "kept" | "refused" | { repeats: string };

/**
 * Spends a code or refresh token and stores the result. Reuse other than an immediate repetition of a refresh
 * indicates theft and ends the connection. Concurrent exchanges are serialized.
 */
export const keepExchange = command(
  "oauth.keepExchange",
  ({ connection }) => connection.workspaceId,
  async (tx: Tx, exchange: Exchange): Promise<Settled> => {
    const { connection, used, sealedAnswer, artifacts, accessTokens } = exchange;
    const { workspaceId, id, userId } = connection;
    if (used !== null && !(await useUp(tx, used))) {
      const sealed = await findAnswer(tx, { workspaceId, id, usedHash: used });
      if (sealed !== null) return { repeats: sealed };
      await revokeConnection(tx, { workspaceId, userId, credentialId: id }, id);
      return "refused";
    }
    const until = [
      ...artifacts.map((row) => row.expires_at),
      ...accessTokens.map((token) => token.expiresAt),
    ];
    if (!(await prolong(tx, connection, until.toSorted().at(-1) ?? ""))) return "refused";
    if (used !== null && sealedAnswer !== null)
      await keepAnswer(tx, { workspaceId, id, usedHash: used }, sealedAnswer);
    for (const row of artifacts) await tx.insertInto("oauth_artifacts").values(row).execute();
    for (const { secretHash, scope, expiresAt } of accessTokens) {
      const row = {
        secret_hash: secretHash,
        session_id: null,
        scope,
        created_at: now(),
        expires_at: expiresAt,
      };
      await tx
        .insertInto("access_tokens")
        .values({ ...row, workspace_id: workspaceId, user_id: userId, connection_id: id })
        .execute();
    }
    return "kept";
  },
);

async function useUp(tx: Tx, idHash: string): Promise<boolean> {
  const used = await tx
    .updateTable("oauth_artifacts")
    .set({ consumed_at: now() })
    .where("id_hash", "=", idHash)
    .where("consumed_at", "is", null)
    .returning("id_hash")
    .execute();
  return used.length > 0;
}

export const dropArtifact = command(
  "oauth.dropArtifact",
  () => null,
  async (tx: Tx, { idHash }: { idHash: string }) => {
    await tx.deleteFrom("oauth_artifacts").where("id_hash", "=", idHash).execute();
  },
);

/** Milliseconds between a device's polls (RFC 8628), with some tolerance. */
const pollEveryMs = 5_000 - 500;

/** Records a device's poll. Returns false for one that is too early, which doesn't count. */
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
