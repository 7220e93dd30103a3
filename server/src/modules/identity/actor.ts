import type { Role, Scope } from "@groundplan/contract";
import { ApiError } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Of, statement } from "../../storage/statement.ts";

/** Who acts: a person, as one workspace knows them now, through one credential. */
export interface Actor {
  workspaceId: string;
  userId: string;
  userName: string;
  email: string;
  role: Role;
  scope: Scope;
  credentialId: string;
  credentialKind: "api_key" | "oauth";
}

/** An actor, and when their credential runs out. */
export interface Credential {
  actor: Actor;
  expiresAt: string | null;
}

export const unauthorized = (message: string, headers: Record<string, string> = {}) =>
  new ApiError("unauthorized", message, undefined, { ...headers, "www-authenticate": "Bearer" });

/** A scope is a ceiling and never widens access (contract section 5). */
export const insufficientScope = (message: string) =>
  new ApiError("insufficient_scope", message, undefined, {
    "www-authenticate": 'Bearer error="insufficient_scope", scope="write"',
  });

/** The credential with an API key's hash; null where it is unknown or revoked. */
export async function credentialByHash(db: Db, secretHash: string): Promise<Credential | null> {
  const [row] = await byHash(db, { secretHash });
  return credentialOf(row);
}

export const hasExpired = ({ expiresAt }: Credential) =>
  expiresAt !== null && expiresAt <= new Date().toISOString();

/**
 * The same actor as of now: credentials act as their person, so a revocation, a removal or a changed role
 * counts at once (decisions section 2).
 */
export async function admit(db: Db, actor: Actor): Promise<Actor> {
  const [row] = await byId(db, { workspaceId: actor.workspaceId, id: actor.credentialId });
  const now = credentialOf(row);
  if (!now || hasExpired(now))
    throw unauthorized("This credential was revoked or has expired. Use another one.");
  return now.actor;
}

const keys = (db: Db) =>
  db
    .selectFrom("api_keys")
    .innerJoin("memberships", (join) =>
      join
        .onRef("memberships.workspace_id", "=", "api_keys.workspace_id")
        .onRef("memberships.user_id", "=", "api_keys.user_id"),
    )
    .innerJoin("users", "users.id", "api_keys.user_id")
    .select([
      "api_keys.workspace_id",
      "api_keys.id",
      "api_keys.user_id",
      "api_keys.scope",
      "api_keys.expires_at",
      "api_keys.revoked_at",
      "memberships.role",
      "users.name",
      "users.email",
    ]);

const byHash = statement((db, of: Of<{ secretHash: string }>) =>
  keys(db).where("api_keys.secret_hash", "=", of("secretHash")),
);

const byId = statement((db, of: Of<{ workspaceId: string; id: string }>) =>
  keys(db).where("api_keys.workspace_id", "=", of("workspaceId")).where("api_keys.id", "=", of("id")),
);

type KeyRow = Awaited<ReturnType<typeof byHash>>[number];

function credentialOf(row: KeyRow | undefined): Credential | null {
  if (!row || row.revoked_at) return null;
  const actor: Actor = {
    workspaceId: row.workspace_id,
    userId: row.user_id,
    userName: row.name,
    email: row.email,
    role: row.role as Role,
    scope: row.scope as Scope,
    credentialId: row.id,
    credentialKind: "api_key",
  };
  return { actor, expiresAt: row.expires_at };
}
