import { findPlan, getPlan, getPlanTree, listPlans } from "@groundplan/contract";
import { type SqlBool, sql } from "kysely";
import { read } from "../../dispatch/handlers.ts";
import { fold } from "../../fold.ts";
import { isOneOf } from "../../storage/dialect.ts";
import { type Key, longRows, numberOf, pageOf } from "../paging.ts";
import { readableProject } from "../projects/access.ts";
import { planOfHandle, plansReadableBy, readablePlan, referencedPlan, withCapability } from "./access.ts";
import { presentPlan, presentTree } from "./present.ts";
import { subtreeIds } from "./store.ts";

export const planGet = read(
  getPlan,
  async (db, actor, { params }) => ({ plan: presentPlan(await readablePlan(db, actor, params)) }),
  { cacheable: true },
);

export const planFind = read(
  findPlan,
  async (db, actor, { params }) => {
    const { plan, projectSlug } = await planOfHandle(db, actor, params.planShortId);
    return { plan: presentPlan(plan), projectSlug };
  },
  { cacheable: true },
);

export const planTree = read(getPlanTree, async (db, actor, { params }) => {
  const plan = await readablePlan(db, actor, params);
  const ids = await subtreeIds(db, plan);
  let query = plansReadableBy(db, actor)
    .where(isOneOf(db, "plans.id", ids))
    .orderBy("plans.id");
  if (!plan.archived_at) query = query.where("plans.archived_at", "is", null);
  const rows = await query.execute();
  return presentTree(
    plan,
    rows.map((row) => withCapability(actor, row)),
  );
});

/**
 * Lists plans, archived ones only with `archived=true` (decisions section 3, archive), templates with
 * `template=true`.
 */
export const plansList = read(listPlans, async (db, actor, { params, query }) => {
  const project = await readableProject(db, actor, params.projectSlug);
  const parent = query.parent === undefined ? null : await referencedPlan(db, actor, query.parent);
  const { limit: _limit, cursor: _cursor, ...filters } = query;
  const list = `${listPlans.id} ${project.id} ${JSON.stringify(filters)}`;

  let found = plansReadableBy(db, actor)
    .where("plans.project_id", "=", project.id)
    .where("plans.archived_at", query.archived ? "is not" : "is", null);
  if (parent) found = found.where("plans.parent_plan_id", "=", parent.id);
  else if (query.externalRef === undefined || query.template !== undefined)
    found = found.where("root.template", "=", query.template ? 1 : 0);
  if (query.status) found = found.where("plans.status", "=", query.status);
  if (query.updatedSince)
    found = found.where("plans.updated_at", ">=", new Date(query.updatedSince).toISOString());
  if (query.externalRef) found = found.where("plans.external_ref", "=", query.externalRef);
  if (query.q) found = found.where(contains("plans.name_folded", query.q));
  const { fetch, keyOf } = query.sort === "position" ? byPosition(found) : byCreation(found);
  const { rows, ...next } = await pageOf(list, query, fetch, keyOf, longRows);
  return { plans: rows.map((row) => presentPlan(withCapability(actor, row))), ...next };
});

type Found = ReturnType<typeof plansReadableBy>;

const byCreation = (found: Found) => ({
  fetch: ([after = ""]: Key, limit: number) =>
    found.where("plans.id", ">", String(after)).orderBy("plans.id").limit(limit).execute(),
  keyOf: (row: { id: string }): Key => [row.id],
});

const byPosition = (found: Found) => ({
  fetch: ([position = 0, id = ""]: Key, limit: number) =>
    found
      .where(sql<SqlBool>`(plans.position, plans.id) > (${numberOf(position)}, ${String(id)})`)
      .orderBy("plans.position")
      .orderBy("plans.id")
      .limit(limit)
      .execute(),
  keyOf: (row: { id: string; position: number }): Key => [row.position, row.id],
});

/** Returns a case- and form-insensitive substring condition; wildcards are escaped. */
function contains(column: string, part: string) {
  const pattern = `%${fold(part).replace(/[!%_]/g, "!$&")}%`;
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '!'`;
}
