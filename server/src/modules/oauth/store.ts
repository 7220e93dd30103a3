import type { Selectable } from "kysely";
import type { ClientMetadata } from "oidc-provider";
import { isText } from "../../dispatch/input/valid-text.ts";
import { now } from "../../ids.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";

export type ConnectionRow = Selectable<Tables["oauth_connections"]>;
export type ArtifactRow = Selectable<Tables["oauth_artifacts"]>;

/** Returns an active connection, if any. */
export async function findLiveConnection(db: Db, id: string): Promise<ConnectionRow | undefined> {
  const row = await db.selectFrom("oauth_connections").selectAll().where("id", "=", id).executeTakeFirst();
  return row && isLive(row) ? row : undefined;
}

const isLive = ({ revoked_at, expires_at }: ConnectionRow) => !revoked_at && expires_at > now();

/** Lists a user's active connections by creation. */
export function listConnectionRows(
  db: Db,
  owner: { workspaceId: string; userId: string },
  after: string,
  limit: number,
): Promise<ConnectionRow[]> {
  return db
    .selectFrom("oauth_connections")
    .selectAll()
    .where("workspace_id", "=", owner.workspaceId)
    .where("user_id", "=", owner.userId)
    .where("id", ">", after)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now())
    .orderBy("id")
    .limit(limit)
    .execute();
}

export function findArtifact(db: Db, id_hash: string): Promise<ArtifactRow | undefined> {
  return db.selectFrom("oauth_artifacts").selectAll().where("id_hash", "=", id_hash).executeTakeFirst();
}

export function findDevice(db: Db, user_code_hash: string): Promise<ArtifactRow | undefined> {
  return db
    .selectFrom("oauth_artifacts")
    .selectAll()
    .where("user_code_hash", "=", user_code_hash)
    .where("expires_at", ">", now())
    .executeTakeFirst();
}

/** Lists a user's workspaces by name. */
export function workspacesOf(db: Db, userId: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom("memberships")
    .innerJoin("workspaces", "workspaces.id", "memberships.workspace_id")
    .select(["workspaces.id", "workspaces.name"])
    .where("memberships.user_id", "=", userId)
    .orderBy("workspaces.name")
    .orderBy("workspaces.id")
    .execute();
}

/** Returns a registered app's metadata. */
export async function findClient(db: Db, id: string): Promise<ClientMetadata | undefined> {
  if (!isText(id)) return undefined;
  const row = await db.selectFrom("oauth_clients").select("metadata").where("id", "=", id).executeTakeFirst();
  return row && (JSON.parse(row.metadata) as ClientMetadata);
}
