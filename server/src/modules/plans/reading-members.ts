import { type Db, isOneOf } from "../../storage/dialect.ts";
import type { PlanRow } from "./access.ts";
import { readersOfPlans } from "./readers.ts";

/** Returns which of these users are members who can read a plan. */
export async function isReadingMember(
  db: Db,
  plan: Pick<PlanRow, "workspace_id" | "id">,
  userIds: readonly string[],
): Promise<(userId: string) => boolean> {
  const rows = await db
    .selectFrom("memberships")
    .select("user_id")
    .where("workspace_id", "=", plan.workspace_id)
    .where(isOneOf(db, "user_id", userIds))
    .execute();
  const members = new Set(rows.map(({ user_id }) => user_id));
  const canRead = await readersOfPlans(db, plan.workspace_id, [plan.id], userIds);
  return (userId) => members.has(userId) && canRead(plan.id, userId);
}
