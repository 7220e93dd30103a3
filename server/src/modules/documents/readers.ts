import { type Db, isOneOf } from "../../storage/dialect.ts";
import { readersOfPlans } from "../plans/readers.ts";
import type { FoundDocument } from "./document.ts";

/** Filters users to members who can read the document and its discussion. */
export async function readersAmong(
  db: Db,
  { workspaceId, plan }: Pick<FoundDocument, "workspaceId" | "plan">,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const members = await db
    .selectFrom("memberships")
    .select("user_id")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "user_id", userIds))
    .execute();
  const ids = members.map(({ user_id }) => user_id);
  if (!plan || ids.length === 0) return new Set(ids);
  const reads = await readersOfPlans(db, workspaceId, [plan.id], ids);
  return new Set(ids.filter((userId) => reads(plan.id, userId)));
}
