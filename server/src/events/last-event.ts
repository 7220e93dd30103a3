import type { Db } from "../storage/dialect.ts";

/** Returns the number of a workspace's last event; 0 where it has none. */
export async function lastEvent(db: Db, workspaceId: string): Promise<number> {
  const head = await db
    .selectFrom("event_heads")
    .select("seq")
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  return head?.seq ?? 0;
}
