import type { Db } from "../../storage/dialect.ts";

/** Returns a text that changes with any change of the workspace's labels; empty without any. */
export async function stateOfLabels(db: Db, workspaceId: string): Promise<string> {
  const rows = await db
    .selectFrom("labels")
    .select(["id", "name", "color"])
    .where("workspace_id", "=", workspaceId)
    .orderBy("id")
    .execute();
  return rows.length === 0 ? "" : JSON.stringify(rows);
}
