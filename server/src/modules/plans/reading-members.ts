import { type Db, isOneOf } from "../../storage/dialect.ts";
import { readersOfPlans } from "./readers.ts";

/** Returns which of these users are members who can read which plans. */
export async function readingMembersOf(
  db: Db,
  workspaceId: string,
  planIds: readonly string[],
  userIds: readonly string[],
): Promise<(planId: string, userId: string) => boolean> {
  const rows = await db
    .selectFrom("memberships")
    .select("user_id")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "user_id", userIds))
    .execute();
  const members = new Set(rows.map(({ user_id }) => user_id));
  const canRead = await readersOfPlans(db, workspaceId, planIds, userIds);
  return (planId, userId) => members.has(userId) && canRead(planId, userId);
}
