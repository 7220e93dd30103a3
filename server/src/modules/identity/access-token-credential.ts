import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import type { Credential, CredentialKind } from "./credential.ts";
import { checksumOk } from "./key-format.ts";

export const accessTokenPrefix = "plan_at_";

/** Records the last use of sessions, at most once a minute each. */
const touchSession = command(
  "sessions.touch",
  () => null,
  async (tx: Tx, { id }: { workspaceId: string; id: string }) => {
    const minuteAgo = new Date(Date.now() - 60_000).toISOString();
    await tx
      .updateTable("sessions")
      .set({ last_used_at: now() })
      .where("id", "=", id)
      .where("last_used_at", "<", minuteAgo)
      .execute();
  },
);

/** The access tokens of the console as a kind of credential. They end with their session. */
export const accessTokenCredential: CredentialKind = {
  kind: "oauth",
  isWellFormed: (secret) => secret.startsWith(accessTokenPrefix) && checksumOk(secret),
  async find(db, secretHash) {
    const [row] = await byHash(db, { secretHash });
    return row ? credentialOf(row, earlier(row.token_expires_at, row.expires_at)) : null;
  },
  async reload(db, { workspaceId, credentialId: sessionId }) {
    const [row] = await bySession(db, { workspaceId, sessionId });
    return row ? credentialOf(row, row.expires_at) : null;
  },
  recordUse: touchSession,
};

const earlier = (a: string, b: string) => (a < b ? a : b);

const people = [
  "memberships.workspace_id",
  "memberships.role",
  "users.id as user_id",
  "users.name",
  "users.email",
  "sessions.id as session_id",
  "sessions.signed_in_at",
  "sessions.expires_at",
] as const;

const byHash = statement((db, param: Param<{ secretHash: string }>) =>
  db
    .selectFrom("access_tokens")
    .innerJoin("sessions", "sessions.id", "access_tokens.session_id")
    .innerJoin("memberships", (join) =>
      join
        .onRef("memberships.workspace_id", "=", "access_tokens.workspace_id")
        .onRef("memberships.user_id", "=", "sessions.user_id"),
    )
    .innerJoin("users", "users.id", "sessions.user_id")
    .select([...people, "access_tokens.expires_at as token_expires_at"])
    .where("access_tokens.secret_hash", "=", param("secretHash")),
);

const bySession = statement((db, param: Param<{ workspaceId: string; sessionId: string }>) =>
  db
    .selectFrom("sessions")
    .innerJoin("memberships", "memberships.user_id", "sessions.user_id")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(people)
    .where("sessions.id", "=", param("sessionId"))
    .where("memberships.workspace_id", "=", param("workspaceId")),
);

type Row = Awaited<ReturnType<typeof bySession>>[number];

function credentialOf(row: Row, expiresAt: string): Credential {
  const actor: Actor = {
    workspaceId: row.workspace_id,
    userId: row.user_id,
    userName: row.name,
    email: row.email,
    role: row.role,
    scope: "write",
    credentialId: row.session_id,
    credentialKind: "oauth",
    signedInAt: row.signed_in_at,
  };
  return { actor, expiresAt };
}
