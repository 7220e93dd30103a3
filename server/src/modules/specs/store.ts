import { type SqlBool, sql } from "kysely";
import { type Db, isOneOf, type Tx } from "../../storage/dialect.ts";
import { expectOne } from "../../storage/expect-one.ts";
import { insertInto, type Param, statement } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";
import { type Key, numberOf } from "../paging.ts";
import type { PlanRow } from "../plans/access.ts";
import type { SpecRow } from "./access.ts";
import type { TextColumns } from "./derived-columns.ts";
import { changesIndex, indexNewSpecs, indexSpecOf } from "./index-spec.ts";
import { parentsFirst } from "./parents-first.ts";

/** Reserves `count` spec numbers and returns the first. Numbers are never reused. */
export async function takeSpecNumbers(
  tx: Tx,
  plan: Pick<PlanRow, "workspace_id" | "id">,
  count: number,
): Promise<number> {
  const row = expectOne(await countUp(tx, { workspaceId: plan.workspace_id, planId: plan.id, count }));
  return row.last_spec_number - count + 1;
}

const countUp = statement((tx, param: Param<{ workspaceId: string; planId: string; count: number }>) =>
  tx
    .updateTable("plans")
    .set((set) => ({
      last_spec_number: set("last_spec_number", "+", param("count")),
      spec_count: set("spec_count", "+", param("count")),
    }))
    .where("workspace_id", "=", param("workspaceId"))
    .where("id", "=", param("planId"))
    .returning("last_spec_number"),
);

export async function addToSpecCount(
  tx: Tx,
  plan: Pick<PlanRow, "workspace_id" | "id">,
  more: 1 | -1,
): Promise<void> {
  await tx
    .updateTable("plans")
    .set((set) => ({ spec_count: set("spec_count", "+", more) }))
    .where("workspace_id", "=", plan.workspace_id)
    .where("id", "=", plan.id)
    .execute();
}

/** Inserts specs with their first versions. */
export async function insertSpecs(
  tx: Tx,
  specs: readonly Tables["specs"][],
  revisions: readonly Tables["revisions"][],
): Promise<void> {
  // A parent's row must exist first.
  await insertSpecRows(
    tx,
    parentsFirst(specs, (spec) => spec.parent_spec_id),
  );
  await insertRevisions(tx, revisions);
  await indexNewSpecs(tx, specs);
}

/** Parents must come first. */
export const insertSpecRows = insertInto("specs");
export const insertRevisions = insertInto("revisions");

/** Changeable columns; a text's derived columns are required with it. */
type Changes = Partial<Omit<SpecRow, keyof TextColumns>> &
  (TextColumns | { [column in keyof TextColumns]?: never });

export async function updateSpecRow(
  tx: Tx,
  spec: Pick<SpecRow, "workspace_id" | "id">,
  changes: Changes,
): Promise<void> {
  await tx
    .updateTable("specs")
    .set(changes)
    .where("workspace_id", "=", spec.workspace_id)
    .where("id", "=", spec.id)
    .execute();
  if (changesIndex(changes)) await indexSpecOf(tx, spec.workspace_id, spec.id);
}

/**
 * Returns the nth position. All positions take three bytes in SQLite, so that moving a spec rewrites one page
 * instead of its whole text.
 */
export const positionOf = (n: number) => 2 ** 20 + n;

/** Returns the position if it is free, otherwise the one after all specs. */
export async function freePosition(
  tx: Tx,
  plan: Pick<PlanRow, "workspace_id" | "id">,
  position: number,
): Promise<number> {
  const row = await tx
    .selectFrom("specs")
    .select((builder) => [
      builder.fn.max("position").as("last"),
      builder.fn.sum<number>(sql`case when position = ${position} then 1 else 0 end`).as("taken"),
    ])
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .executeTakeFirst();
  return Number(row?.taken ?? 0) === 0 ? position : Number(row?.last) + 1;
}

/** Literal, so that the partial index applies. */
const awaitsReview = sql<SqlBool>`specs.awaits_review = 1`;

/** Moves a spec's children up to its parent. */
export async function releaseChildren(tx: Tx, spec: SpecRow): Promise<void> {
  await tx
    .updateTable("specs")
    .set({ parent_spec_id: spec.parent_spec_id })
    .where("workspace_id", "=", spec.workspace_id)
    .where("parent_spec_id", "=", spec.id)
    .execute();
}

/** Lists specs, or those that await a review, by position after a key; all without a limit. */
export function listSpecRows(
  db: Db,
  plan: Pick<PlanRow, "workspace_id" | "id">,
  [position = 0, id = ""]: Key = [],
  limit = 2 ** 31 - 1,
  which: "all" | "awaiting review" = "all",
): Promise<SpecRow[]> {
  const of = { workspaceId: plan.workspace_id, planId: plan.id };
  const list = which === "all" ? specsAfter : awaitingAfter;
  return list(db, { ...of, position: numberOf(position), id: String(id), limit });
}

interface SpecsAfter {
  workspaceId: string;
  planId: string;
  position: number;
  id: string;
  limit: number;
}

const afterKey = (db: Db, param: Param<SpecsAfter>) =>
  db
    .selectFrom("specs")
    .selectAll()
    .where("workspace_id", "=", param("workspaceId"))
    .where("plan_id", "=", param("planId"))
    .where("position", ">=", param("position"))
    .where((where) => where.or([where("position", ">", param("position")), where("id", ">", param("id"))]))
    .orderBy("position")
    .orderBy("id")
    .limit(param("limit"));

const specsAfter = statement<SpecsAfter, SpecRow>(afterKey);
const awaitingAfter = statement((db, param: Param<SpecsAfter>) => afterKey(db, param).where(awaitsReview));

/** Lists a plan's specs by position, without texts. */
export function specPositions(db: Db, plan: Pick<PlanRow, "workspace_id" | "id">) {
  return db
    .selectFrom("specs")
    .select(["id", "number", "position"])
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** Filters to the plan's specs, unordered. */
export function specsOfIds(db: Db, plan: Pick<PlanRow, "workspace_id" | "id">, ids: readonly string[]) {
  return db
    .selectFrom("specs")
    .selectAll()
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .where(isOneOf(db, "id", ids))
    .execute();
}

export const specsWithRef = statement(
  (db, param: Param<{ workspaceId: string; planId: string; ref: string }>) =>
    db
      .selectFrom("specs")
      .selectAll()
      .where("workspace_id", "=", param("workspaceId"))
      .where("plan_id", "=", param("planId"))
      .where("external_ref", "=", param("ref")),
);

export function specNumbers(db: Db, workspaceId: string, specIds: readonly string[]) {
  return db
    .selectFrom("specs")
    .select(["id", "number"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", specIds))
    .execute();
}

/** Returns a spec's issues in currently connected trackers, without missing ones. */
export function externalsOf(db: Db, spec: SpecRow) {
  return externalsOfSpec(db, { workspaceId: spec.workspace_id, planId: spec.plan_id, specId: spec.id });
}

const externalsOfSpec = statement(
  (db, param: Param<{ workspaceId: string; planId: string; specId: string }>) =>
    db
      .selectFrom("push_items")
      .innerJoin("connections", (join) =>
        join
          .onRef("connections.workspace_id", "=", "push_items.workspace_id")
          .onRef("connections.id", "=", "push_items.connection_id")
          .on("connections.is_current", "=", 1),
      )
      .select(["connections.connector_id", "push_items.external_key", "push_items.external_url"])
      .where("push_items.workspace_id", "=", param("workspaceId"))
      .where("push_items.plan_id", "=", param("planId"))
      .where("push_items.kind", "=", "spec")
      .where("push_items.entity_id", "=", param("specId"))
      .where("push_items.external_id", "is not", null)
      .where("push_items.state", "!=", "gone"),
);

/** Returns a spec's ancestors, nearest first. */
export async function specsAbove(db: Db, spec: SpecRow): Promise<{ id: string; number: number }[]> {
  const { rows } = await sql<{ id: string; number: number }>`
    with recursive above (id, number, parent_spec_id, depth) as (
      select id, number, parent_spec_id, 1 from specs
      where workspace_id = ${spec.workspace_id} and id = ${spec.parent_spec_id}
      union all
      select specs.id, specs.number, specs.parent_spec_id, above.depth + 1 from above cross join specs
      where specs.workspace_id = ${spec.workspace_id} and specs.id = above.parent_spec_id
    )
    select id, number from above order by depth`.execute(db);
  return rows;
}
