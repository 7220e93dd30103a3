import { sql } from "kysely";
import { forgetAnchors } from "../../anchors/anchor-rows.ts";
import { forgetThreads } from "../../anchors/threads.ts";
import { forgetDocuments } from "../../full-text/index-document.ts";
import { forgetItemsOfPlans } from "../../inbox-items/forget-roots.ts";
import { forgetItems } from "../../inbox-items/move-items.ts";
import { forgetSubscriptions } from "../../inbox-items/subscribers.ts";
import { forgetRevisions } from "../../revisions/revisions.ts";
import { type Db, isOneOf, type Tx, tableOf } from "../../storage/dialect.ts";
import { forgetDeletedDependencies } from "../dependencies/deleted-dependencies.ts";
import { forgetImported } from "../specs/forget-imported.ts";

interface PlanId {
  workspace_id: string;
  id: string;
}

/** Returns the workspace's next plan number. Never reused. */
export async function nextPlanNumber(tx: Tx, workspaceId: string): Promise<number> {
  const row = await tx
    .updateTable("workspaces")
    .set((set) => ({ last_plan_number: set("last_plan_number", "+", 1) }))
    .where("id", "=", workspaceId)
    .returning("last_plan_number")
    .executeTakeFirstOrThrow();
  return row.last_plan_number;
}

/** Returns a project's highest position, including archived plans and sub-plans; 0 if none. */
export async function lastPosition(tx: Tx, workspaceId: string, projectId: string): Promise<number> {
  const last = await tx
    .selectFrom("plans")
    .select("position")
    .where("workspace_id", "=", workspaceId)
    .where("project_id", "=", projectId)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.position ?? 0;
}

/** Returns ids of a plan and its sub-plans, itself first. `cross join` fixes SQLite's join order. */
export async function subtreeIds(db: Db, plan: PlanId): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive subtree (id) as (
      select cast(${plan.id} as text)
      union all
      select plans.id from subtree cross join plans
      where plans.workspace_id = ${plan.workspace_id} and plans.parent_plan_id = subtree.id
    )
    select id from subtree`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns the height of a plan's tree; 1 without sub-plans. */
export async function levelsOf(db: Db, plan: PlanId): Promise<number> {
  const { rows } = await sql<{ levels: number }>`
    with recursive subtree (id, level) as (
      select cast(${plan.id} as text), 1
      union all
      select plans.id, subtree.level + 1 from subtree cross join plans
      where plans.workspace_id = ${plan.workspace_id} and plans.parent_plan_id = subtree.id
    )
    select max(level) as levels from subtree`.execute(db);
  return rows[0]?.levels ?? 1;
}

export interface Ancestor {
  id: string;
  number: number;
  name: string;
  archived_at: string | null;
}

/** Nearest first. */
export async function ancestorsOf(
  db: Db,
  plan: PlanId & { parent_plan_id: string | null },
): Promise<Ancestor[]> {
  if (plan.parent_plan_id === null) return [];
  const { rows } = await sql<Ancestor>`
    with recursive ancestors (id, number, name, archived_at, parent_plan_id, depth) as (
      select id, number, name, archived_at, parent_plan_id, 1 from plans
      where workspace_id = ${plan.workspace_id} and id = ${plan.parent_plan_id}
      union all
      select plans.id, plans.number, plans.name, plans.archived_at, plans.parent_plan_id, ancestors.depth + 1
      from ancestors cross join plans
      where plans.workspace_id = ${plan.workspace_id} and plans.id = ancestors.parent_plan_id
    )
    select id, number, name, archived_at from ancestors order by depth`.execute(db);
  return rows;
}

/**
 * Deletes plans with everything of theirs, except ledger rows, with which later pushes remove links to their
 * issues.
 */
export async function deletePlanRows(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  const deleted = tx
    .selectFrom("deleted_specs")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "plan_id", ids));
  const asleep = (await deleted.execute()).map(({ id }) => id);
  const specs = tx
    .selectFrom("specs")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "plan_id", ids))
    .unionAll(deleted);
  const sources = tx
    .selectFrom("context_sources")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "plan_id", ids));
  await forgetThreads(tx, workspaceId, "plan_id", tableOf(tx, ids));
  await forgetDocuments(tx, workspaceId, "spec", specs);
  await forgetDocuments(tx, workspaceId, "source", sources);
  await forgetDocuments(tx, workspaceId, "plan", tableOf(tx, ids));
  await forgetItemsOfPlans(tx, workspaceId, ids);
  for (const subjects of [specs, tableOf(tx, ids)]) await forgetSubscriptions(tx, workspaceId, subjects);
  if (asleep.length > 0) await forgetItems(tx, workspaceId, { documents: asleep });
  await forgetDeletedDependencies(tx, workspaceId, specs);
  for (const documents of [specs, sources, tableOf(tx, ids)]) await forgetAnchors(tx, workspaceId, documents);
  await forgetRevisions(tx, workspaceId, specs);
  await forgetRevisions(tx, workspaceId, sources);
  await forgetImported(tx, workspaceId, specs);
  await tx
    .deleteFrom("revisions")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "subject_id", ids))
    .execute();
  await tx
    .deleteFrom("plans")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "id", ids))
    .execute();
}
