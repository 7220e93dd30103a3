import type { Db } from "../storage/dialect.ts";

/** Returns a workspace's last event number; 0 if none. */
export async function lastEvent(db: Db, workspaceId: string): Promise<number> {
  const head = await db
    .selectFrom("event_heads")
    .select("seq")
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  return head?.seq ?? 0;
}
