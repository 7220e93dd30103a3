import { type SqlBool, sql } from "kysely";
import { type Db, isOneOf, isOneOfList, type Tx } from "../../../storage/dialect.ts";
import { type Param, statement } from "../../../storage/statement.ts";
import { isOpenSpec } from "../is-open-spec.ts";
import { hasPlanNeeds } from "../plan-needs.ts";
import { countPlanNeeds, plansBelow, plansNeeding } from "./plan-needs.ts";
import { highestOfFree } from "./readiness-key.ts";
import { countSpecNeeds } from "./spec-needs.ts";
import { type Touched, takeTouched } from "./touched.ts";

/**
 * Counts again what the current command changed, so that choosing a spec reads columns only. Runs after each
 * write, and before a choice within one (docs/decisions/claims.md, cost).
 */
export async function keepCounts(tx: Tx, workspaceId: string): Promise<void> {
  const touched = takeTouched(tx);
  if (!touched) return;
  const trees = await treesOf(tx, workspaceId, touched);
  const specs = new Set([...touched.needing, ...touched.needed]);
  if (touched.needed.size > 0)
    for (const id of await specsNeeding(tx, workspaceId, touched.needed)) specs.add(id);
  if (trees.length > 0) for (const id of await specsAcross(tx, workspaceId, trees)) specs.add(id);
  const changed = await countSpecNeeds(tx, workspaceId, [...specs]);
  if (trees.length > 0) await setAudience(tx, workspaceId, trees);
  const flipped = await keepOffers(tx, workspaceId, touched.plans.union(changed));
  const moved = [...flipped, ...trees, ...touched.planNeeds];
  if (moved.length === 0) return;
  if (touched.planNeeds.size === 0 && !(await hasPlanNeeds(tx, workspaceId))) return;
  const needing = await plansNeeding(tx, workspaceId, moved);
  await countPlanNeeds(tx, workspaceId, [...trees, ...touched.planNeeds, ...needing]);
}

async function treesOf(tx: Tx, workspaceId: string, { trees, projects }: Touched): Promise<string[]> {
  const ids = new Set(trees);
  if (projects.size > 0) {
    const plans = tx
      .selectFrom("plans")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "project_id", [...projects]));
    for (const { id } of await plans.execute()) ids.add(id);
  }
  return ids.size === 0 ? [] : (await plansBelow(tx, workspaceId, [...ids])).map(({ id }) => id);
}

/** Returns specs that need or needed these, which may have been deleted. */
async function specsNeeding(tx: Tx, workspaceId: string, needed: ReadonlySet<string>): Promise<string[]> {
  const rows = await needingOf(tx, { workspaceId, ids: JSON.stringify([...needed]) });
  return rows.map(({ from_id }) => from_id);
}

const needingOf = statement((db, param: Param<{ workspaceId: string; ids: string }>) => {
  const needing = (table: "dependencies" | "deleted_dependencies") =>
    db
      .selectFrom(table)
      .select("from_id")
      .where("workspace_id", "=", param("workspaceId"))
      .where(isOneOfList(db, "to_id", param("ids")));
  return needing("dependencies").unionAll(needing("deleted_dependencies")); // A union would be read in its order.
});

/** Returns specs that need one of another plan, if either plan is among these. */
async function specsAcross(tx: Tx, workspaceId: string, plans: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const end of ["from_plan_id", "to_plan_id"] as const) {
    const rows = await tx
      .selectFrom("dependencies")
      .select("from_id")
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, end, plans))
      .whereRef("from_plan_id", "<>", "to_plan_id")
      .where("kind", "=", "spec")
      .execute();
    for (const { from_id } of rows) found.add(from_id);
  }
  return found;
}

const audienceOfRoot = sql<string>`(select case when root.visibility = 'TEAM' then 'TEAM'
  else coalesce(root.owner_user_id, '') end from plans as root
  where root.workspace_id = plans.workspace_id and root.id = plans.root_plan_id)`;

export const hasWrongAudience = sql<SqlBool>`plans.audience <> ${audienceOfRoot}`;

async function setAudience(tx: Tx, workspaceId: string, plans: readonly string[]): Promise<void> {
  await tx
    .updateTable("plans")
    .set({ audience: audienceOfRoot })
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "id", plans))
    .where(hasWrongAudience)
    .execute();
}

const hasOpen = sql<0 | 1>`coalesce((select 1 from specs where specs.workspace_id = plans.workspace_id
  and specs.plan_id = plans.id and ${isOpenSpec} order by specs.position limit 1), 0)`;

/** Nothing of a template can be claimed. */
const highestToClaim = sql<number>`(case when (select root.template from plans as root
  where root.workspace_id = plans.workspace_id and root.id = plans.root_plan_id) = 1 then 0 else ${highestOfFree} end)`;

/** Selects plans with their offers, stored and looked up. */
export const offersOf = (db: Db) =>
  db
    .selectFrom("plans")
    .select(["plans.id", "plans.has_open_specs", "plans.free_readiness"])
    .select([hasOpen.as("is_open"), highestToClaim.as("highest")]);

const offersAmong = statement((db, param: Param<{ workspaceId: string; ids: string }>) =>
  offersOf(db)
    .where("plans.workspace_id", "=", param("workspaceId"))
    .where(isOneOfList(db, "plans.id", param("ids"))),
);

/** Stores the offers of plans. Returns those whose last spec was finished or whose first was opened. */
async function keepOffers(tx: Tx, workspaceId: string, plans: ReadonlySet<string>): Promise<string[]> {
  if (plans.size === 0) return [];
  const flipped: string[] = [];
  for (const plan of await offersAmong(tx, { workspaceId, ids: JSON.stringify([...plans]) })) {
    if (plan.is_open === plan.has_open_specs && plan.highest === plan.free_readiness) continue;
    if (plan.is_open !== plan.has_open_specs) flipped.push(plan.id);
    await setOffer(tx, { workspaceId, id: plan.id, isOpen: plan.is_open, highest: plan.highest });
  }
  return flipped;
}

const setOffer = statement(
  (tx, param: Param<{ workspaceId: string; id: string; isOpen: 0 | 1; highest: number }>) =>
    tx
      .updateTable("plans")
      .set({ has_open_specs: param("isOpen"), free_readiness: param("highest") })
      .where("workspace_id", "=", param("workspaceId"))
      .where("id", "=", param("id")),
);
