import type { Selectable } from "kysely";
import type { Db } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";

export type ModelRow = Selectable<Tables["models"]>;

/** Lists the workspace's models and a member's own, by creation. */
export const listModelRows = (
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  after: string,
  limit: number,
): Promise<ModelRow[]> =>
  db
    .selectFrom("models")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(({ eb, or }) => or([eb("user_id", "is", null), eb("user_id", "=", userId)]))
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

export const findModel = (db: Db, workspaceId: string, id: string): Promise<ModelRow | undefined> =>
  db
    .selectFrom("models")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Counts a member's models, or the workspace's for null. */
export async function countModels(db: Db, workspaceId: string, userId: string | null): Promise<number> {
  const { count } = await db
    .selectFrom("models")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("workspace_id", "=", workspaceId)
    .where("user_id", userId === null ? "is" : "=", userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists the workspace's models and a member's own, the newest first. */
export const newestModels = (
  db: Db,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<ModelRow[]> =>
  db
    .selectFrom("models")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(({ eb, or }) => or([eb("user_id", "is", null), eb("user_id", "=", userId)]))
    .orderBy("id", "desc")
    .execute();
