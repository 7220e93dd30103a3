import type { Actor } from "../../actor.ts";
import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import {
  type Credential,
  type CredentialKind,
  type CredentialUse,
  expiryOf,
  useColumns,
} from "./credential.ts";
import { checksumOk } from "./key-format.ts";

export const accessTokenPrefix = "plan_at_";

/** Records the use of a session or connection, at most once a minute. */
const touchOwner = command(
  "accessTokens.touch",
  () => null,
  async (tx: Tx, use: CredentialUse) => {
    const { workspaceId, id } = use;
    const minuteAgo = new Date(Date.now() - 60_000).toISOString();
    await tx
      .updateTable("sessions")
      .set({ last_used_at: now() })
      .where("id", "=", id)
      .where("last_used_at", "<", minuteAgo)
      .execute();
    const { set, last } = useColumns(use);
    await tx
      .updateTable("oauth_connections")
      .set(set)
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .where((where) => where.or([where(last, "is", null), where(last, "<", minuteAgo)]))
      .execute();
  },
);

/** Access tokens of the console (ending with their session) and of apps (deleted with their connection). */
export const accessTokenCredential: CredentialKind = {
  kind: "oauth",
  isWellFormed: (secret) => secret.startsWith(accessTokenPrefix) && checksumOk(secret),
  async find(db, secretHash) {
    const [row] = await byHash(db, { secretHash });
    return row ? credentialOf(row, earlier(row.token_expires_at, row.expires_at)) : null;
  },
  async reload(db, { workspaceId, credentialId, signedInAt, scope }) {
    const own = { workspaceId, id: credentialId };
    const [row] = await (signedInAt === null ? byConnection(db, own) : bySession(db, own));
    if (!row) return null;
    // A token may have a narrower scope than its connection.
    return credentialOf({ ...row, scope: scope === "read" ? "read" : row.scope }, row.expires_at);
  },
  recordUse: touchOwner,
};

const earlier = (a: string, b: string | null) => (b === null || a < b ? a : b);

const people = [
  "memberships.workspace_id",
  "memberships.role",
  "users.id as user_id",
  "name",
  "email",
] as const;

const byHash = statement((db, param: Param<{ secretHash: string }>) =>
  db
    .selectFrom("access_tokens")
    .innerJoin("memberships", (join) =>
      join
        .onRef("memberships.workspace_id", "=", "access_tokens.workspace_id")
        .onRef("memberships.user_id", "=", "access_tokens.user_id"),
    )
    .innerJoin("users", "users.id", "access_tokens.user_id")
    .leftJoin("sessions", "sessions.id", "access_tokens.session_id")
    .select([...people, "access_tokens.scope", "access_tokens.expires_at as token_expires_at"])
    .select((row) => row.fn.coalesce("session_id", "connection_id").as("credential_id"))
    .select(["sessions.signed_in_at", "sessions.expires_at"])
    .where("access_tokens.secret_hash", "=", param("secretHash")),
);

type Own = { workspaceId: string; id: string };

const bySession = statement((db, param: Param<Own>) =>
  db
    .selectFrom("sessions")
    .innerJoin("memberships", "memberships.user_id", "sessions.user_id")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select([...people, "sessions.id as credential_id", "signed_in_at", "expires_at"])
    .select((row) => row.val<Actor["scope"]>("write").as("scope"))
    .where("sessions.id", "=", param("id"))
    .where("memberships.workspace_id", "=", param("workspaceId")),
);

const byConnection = statement((db, param: Param<Own>) =>
  db
    .selectFrom("oauth_connections")
    .innerJoin("memberships", (join) =>
      join
        .onRef("memberships.workspace_id", "=", "oauth_connections.workspace_id")
        .onRef("memberships.user_id", "=", "oauth_connections.user_id"),
    )
    .innerJoin("users", "users.id", "oauth_connections.user_id")
    .select([...people, "oauth_connections.id as credential_id", "scope", "expires_at"])
    .select((row) => row.lit(null).as("signed_in_at"))
    .where("oauth_connections.workspace_id", "=", param("workspaceId"))
    .where("oauth_connections.id", "=", param("id"))
    .where("revoked_at", "is", null),
);

interface Row {
  workspace_id: string;
  role: Actor["role"];
  user_id: string;
  name: string;
  email: string;
  scope: Actor["scope"];
  credential_id: string | null;
  signed_in_at: string | null;
}

function credentialOf(row: Row, expiresAt: string | null): Credential {
  const actor: Actor = {
    workspaceId: row.workspace_id,
    userId: row.user_id,
    userName: row.name,
    email: row.email,
    role: row.role,
    scope: row.scope,
    credentialId: row.credential_id ?? "",
    credentialKind: "oauth",
    signedInAt: row.signed_in_at,
  };
  return { actor, expiresAt: expiryOf(expiresAt) };
}
