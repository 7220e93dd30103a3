import { sql } from "kysely";
import { enqueue } from "../jobs/queue.ts";
import { isOneOf, type Tx } from "../storage/dialect.ts";
import { forgetItems } from "./move-items.ts";

/** Continues after deleted plans with more items than fit into one transaction. */
export const jobKindOfForgotten = "inbox.forget";
const forgottenAtOnce = 1000;

export interface ForgottenRoots {
  workspaceId: string;
  roots: string[];
}

/**
 * Removes the items of plans about to be deleted from all inboxes. Below deleted roots nobody can read them
 * any more, so the rest is left to a job.
 */
export async function forgetItemsOfPlans(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  const found = await tx
    .selectFrom("plans")
    .select(["root_plan_id", "number"]) // With the root alone, SQLite would read the whole index of roots.
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "id", ids))
    .execute();
  const roots = [...new Set(found.map(({ root_plan_id }) => root_plan_id))];
  if (!new Set(roots).isSubsetOf(new Set(ids))) return forgetItems(tx, workspaceId, { plans: ids });
  const payload: ForgottenRoots = { workspaceId, roots };
  if (!(await forgetSome(tx, payload))) await enqueue(tx, { kind: jobKindOfForgotten, workspaceId, payload });
}

/** Removes some items of deleted roots; returns true if none are left. */
export async function forgetSome(tx: Tx, { workspaceId, roots }: ForgottenRoots): Promise<boolean> {
  if (roots.length === 0) return true;
  const rows = await tx
    .selectFrom("inbox_items")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "root_id", roots))
    .limit(forgottenAtOnce)
    .execute();
  if (rows.length === 0) return true;
  const condition = sql`inbox_items where workspace_id = ${workspaceId} and ${isOneOf(
    tx,
    "id",
    rows.map(({ id }) => id),
  )}`;
  await sql`delete from inbox_marks where workspace_id = ${workspaceId}
    and (user_id, seq) in (select user_id, seq from ${condition} and is_read = 1)`.execute(tx);
  // Materialized, since SQLite would group by walking the workspace's items; the pairs are said twice for its roots.
  await sql`with gone_items as materialized (select user_id, root_id, is_read from ${condition}),
      gone as materialized (select user_id, root_id, count(*) as items, sum(1 - is_read) as unread
        from gone_items group by user_id, root_id)
    update inbox_roots set items = inbox_roots.items - gone.items, unread = inbox_roots.unread - gone.unread
    from gone
    where inbox_roots.workspace_id = ${workspaceId} and inbox_roots.user_id = gone.user_id
      and inbox_roots.root_id = gone.root_id
      and (inbox_roots.user_id, inbox_roots.root_id) in (select user_id, root_id from gone)`.execute(tx);
  await sql`delete from inbox_roots where workspace_id = ${workspaceId} and items = 0
    and (user_id, root_id) in (select user_id, root_id from ${condition})`.execute(tx);
  await sql`delete from ${condition}`.execute(tx);
  return rows.length < forgottenAtOnce;
}
