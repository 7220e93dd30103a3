import type { Way } from "@groundplan/contract";
import type { Config } from "../../config/config.ts";
import { now } from "../../ids.ts";
import type { Db } from "../../storage/dialect.ts";

type Named = Pick<Config, "oidc">;

/** Returns an issuer's label: the operator's, or its host. */
export const issuerLabel = ({ oidc }: Named, issuer: string): string =>
  issuer === oidc?.issuer ? oidc.label : (URL.parse(issuer)?.host ?? issuer);

/** Lists the credentials that outlive sessions, which a user may keep when a link sets the password. */
export async function waysOf(db: Db, config: Named, userId: string): Promise<Way[]> {
  return [
    ...(await keysOf(db, userId)),
    ...(await passkeysOf(db, userId)),
    ...(await issuersOf(db, config, userId)),
  ];
}

const mostKeys = 500;

async function keysOf(db: Db, userId: string): Promise<Way[]> {
  const rows = await db
    .selectFrom("memberships")
    .innerJoin("workspaces", "workspaces.id", "memberships.workspace_id")
    .innerJoin("api_keys", (join) =>
      join
        .onRef("api_keys.workspace_id", "=", "memberships.workspace_id")
        .onRef("api_keys.user_id", "=", "memberships.user_id"),
    )
    .select(["api_keys.id", "api_keys.name", "workspaces.name as workspace"])
    .select(["api_keys.created_at as createdAt", "api_keys.last_used_at as lastUsedAt"])
    .where("memberships.user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now())]))
    .orderBy("api_keys.id", "desc")
    .limit(mostKeys)
    .execute();
  return rows.map((row) => ({ kind: "api_key", ...row }));
}

async function passkeysOf(db: Db, userId: string): Promise<Way[]> {
  const rows = await db
    .selectFrom("passkeys")
    .select(["id", "name", "created_at as createdAt", "last_used_at as lastUsedAt"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ kind: "passkey", workspace: null, ...row }));
}

async function issuersOf(db: Db, config: Named, userId: string): Promise<Way[]> {
  const rows = await db
    .selectFrom("linked_issuers")
    .select(["id", "issuer", "created_at as createdAt"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows.map(({ id, issuer, createdAt }) => ({
    id,
    kind: "issuer",
    name: issuerLabel(config, issuer),
    workspace: null,
    createdAt,
    lastUsedAt: null,
  }));
}
