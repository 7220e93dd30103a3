import { type Insertable, sql } from "kysely";
import { type Db, isOneOf, type Tx } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import type { PlanRow } from "../plans/access.ts";
import type { SpecRow } from "./access.ts";

const rowsPerInsert = 500;

/** Takes `count` numbers of the plan, for specs that are added to it; a number is never reused. Returns the first. */
export async function takeSpecNumbers(
  tx: Tx,
  plan: Pick<PlanRow, "workspace_id" | "id">,
  count: number,
): Promise<number> {
  const row = await tx
    .updateTable("plans")
    .set((set) => ({
      last_spec_number: set("last_spec_number", "+", count),
      spec_count: set("spec_count", "+", count),
    }))
    .where("workspace_id", "=", plan.workspace_id)
    .where("id", "=", plan.id)
    .returning("last_spec_number")
    .executeTakeFirstOrThrow();
  return row.last_spec_number - count + 1;
}

export async function lowerSpecCount(tx: Tx, plan: Pick<PlanRow, "workspace_id" | "id">): Promise<void> {
  await tx
    .updateTable("plans")
    .set((set) => ({ spec_count: set("spec_count", "-", 1) }))
    .where("workspace_id", "=", plan.workspace_id)
    .where("id", "=", plan.id)
    .execute();
}

export async function insertSpecs(
  tx: Tx,
  specs: Insertable<Tables["specs"]>[],
  revisions: Insertable<Tables["revisions"]>[],
): Promise<void> {
  for (let from = 0; from < specs.length; from += rowsPerInsert) {
    await tx
      .insertInto("specs")
      .values(specs.slice(from, from + rowsPerInsert))
      .execute();
    await tx
      .insertInto("revisions")
      .values(revisions.slice(from, from + rowsPerInsert))
      .execute();
  }
}

export async function updateSpecRow(tx: Tx, spec: SpecRow, changes: Partial<SpecRow>): Promise<void> {
  await tx
    .updateTable("specs")
    .set(changes)
    .where("workspace_id", "=", spec.workspace_id)
    .where("id", "=", spec.id)
    .execute();
}

/** Its children move up to its own parent. */
export async function releaseChildren(tx: Tx, spec: SpecRow): Promise<void> {
  await tx
    .updateTable("specs")
    .set({ parent_spec_id: spec.parent_spec_id })
    .where("workspace_id", "=", spec.workspace_id)
    .where("parent_spec_id", "=", spec.id)
    .execute();
}

/** By position, after a position and id; all of them without a limit. */
export function listSpecRows(
  db: Db,
  plan: Pick<PlanRow, "workspace_id" | "id">,
  after: readonly (string | number)[] | null,
  limit: number | null,
): Promise<SpecRow[]> {
  let query = db
    .selectFrom("specs")
    .selectAll()
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .orderBy("position")
    .orderBy("id");
  if (after) {
    const [position, id] = [Number(after[0]), String(after[1])];
    query = query
      .where("position", ">=", position)
      .where((where) => where.or([where("position", ">", position), where("id", ">", id)]));
  }
  if (limit !== null) query = query.limit(limit);
  return query.execute();
}

/** What specs need first in the same plan: the number of each. */
export function needsOf(db: Db, workspaceId: string, specIds: readonly string[]) {
  return db
    .selectFrom("dependencies")
    .innerJoin("specs as needed", (join) =>
      join
        .onRef("needed.workspace_id", "=", "dependencies.workspace_id")
        .onRef("needed.id", "=", "dependencies.to_id"),
    )
    .select(["dependencies.from_id", "dependencies.to_id", "needed.number"])
    .where("dependencies.workspace_id", "=", workspaceId)
    .where(isOneOf(db, "dependencies.from_id", specIds))
    .whereRef("dependencies.from_plan_id", "=", "dependencies.to_plan_id")
    .orderBy("needed.number")
    .execute();
}

export function specNumbers(db: Db, workspaceId: string, specIds: readonly string[]) {
  return db
    .selectFrom("specs")
    .select(["id", "number"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", specIds))
    .execute();
}

/** Where trackers have a spec. */
export function externalsOf(db: Db, spec: SpecRow) {
  return db
    .selectFrom("push_items")
    .innerJoin("connections", (join) =>
      join
        .onRef("connections.workspace_id", "=", "push_items.workspace_id")
        .onRef("connections.id", "=", "push_items.connection_id"),
    )
    .select(["connections.connector_id", "push_items.external_key", "push_items.external_url"])
    .where("push_items.workspace_id", "=", spec.workspace_id)
    .where("push_items.plan_id", "=", spec.plan_id)
    .where("push_items.kind", "=", "spec")
    .where("push_items.entity_id", "=", spec.id)
    .where("push_items.external_id", "is not", null)
    .execute();
}

/** The specs above a spec, nearest first. */
export async function specsAbove(db: Db, spec: SpecRow): Promise<{ id: string; number: number }[]> {
  const { rows } = await sql<{ id: string; number: number }>`
    with recursive above (id, depth) as (
      select cast(${spec.parent_spec_id} as text), 1
      union all
      select specs.parent_spec_id, above.depth + 1 from above cross join specs
      where specs.workspace_id = ${spec.workspace_id} and specs.id = above.id and specs.parent_spec_id is not null
    )
    select specs.id, specs.number from above cross join specs
    where specs.workspace_id = ${spec.workspace_id} and specs.id = above.id
    order by above.depth`.execute(db);
  return rows;
}
