import type { Selectable } from "kysely";
import type { Db } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";

export type KeyRow = Selectable<Tables["api_keys"]>;

export function findWorkspace(db: Db, id: string) {
  return db
    .selectFrom("workspaces")
    .select(["id", "slug", "name"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** Lists a user's keys by creation. */
export function listKeyRows(
  db: Db,
  owner: { workspaceId: string; userId: string },
  after: string,
  limit: number,
) {
  return db
    .selectFrom("api_keys")
    .selectAll()
    .where("workspace_id", "=", owner.workspaceId)
    .where("user_id", "=", owner.userId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
}

export function findKey(
  db: Db,
  owner: { workspaceId: string; userId: string },
  id: string,
): Promise<KeyRow | undefined> {
  return db
    .selectFrom("api_keys")
    .selectAll()
    .where("workspace_id", "=", owner.workspaceId)
    .where("user_id", "=", owner.userId)
    .where("id", "=", id)
    .executeTakeFirst();
}
