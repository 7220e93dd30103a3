import type { Role, Scope } from "@groundplan/contract";
import { ApiError } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";

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

export const unauthorized = (message: string, headers: Record<string, string> = {}) =>
  new ApiError("unauthorized", message, undefined, { ...headers, "www-authenticate": "Bearer" });

/** A scope is a ceiling and never widens access (contract section 5). */
export const insufficientScope = (message: string) =>
  new ApiError("insufficient_scope", message, undefined, {
    "www-authenticate": 'Bearer error="insufficient_scope", scope="write"',
  });

/** The actor behind an API key's hash, or null. */
export function actorByHash(db: Db, secretHash: string): Promise<Actor | null> {
  return actorWhere(db, "api_keys.secret_hash", secretHash);
}

/**
 * The same actor as of now: credentials act as their person, so a revocation, a removal or a changed role
 * counts at once (decisions section 2).
 */
export async function admit(db: Db, actor: Actor): Promise<Actor> {
  const now = await actorWhere(db, "api_keys.id", actor.credentialId, actor.workspaceId);
  if (!now) throw unauthorized("This credential was revoked or has expired. Use another one.");
  return now;
}

async function actorWhere(
  db: Db,
  column: "api_keys.secret_hash" | "api_keys.id",
  value: string,
  workspaceId?: string,
): Promise<Actor | null> {
  let query = db
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
    ])
    .where(column, "=", value);
  if (workspaceId) query = query.where("api_keys.workspace_id", "=", workspaceId);
  const row = await query.executeTakeFirst();
  if (!row || row.revoked_at) return null;
  if (row.expires_at && row.expires_at <= new Date().toISOString()) return null;
  return {
    workspaceId: row.workspace_id,
    userId: row.user_id,
    userName: row.name,
    email: row.email,
    role: row.role as Role,
    scope: row.scope as Scope,
    credentialId: row.id,
    credentialKind: "api_key",
  };
}
