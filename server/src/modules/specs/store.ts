import { sql } from "kysely";
import { type Db, isOneOf, type Tx, tableOf } from "../../storage/dialect.ts";
import { only } from "../../storage/only.ts";
import { insertInto, type Of, statement } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";
import type { Key } from "../paging.ts";
import type { PlanRow } from "../plans/access.ts";
import type { SpecRow } from "./access.ts";
import { parentsFirst } from "./parents-first.ts";
import type { TextColumns } from "./text.ts";

/** Takes `count` numbers of the plan, for specs that are added to it; a number is never reused. Returns the first. */
export async function takeSpecNumbers(
  tx: Tx,
  plan: Pick<PlanRow, "workspace_id" | "id">,
  count: number,
): Promise<number> {
  const row = only(await countUp(tx, { workspaceId: plan.workspace_id, planId: plan.id, count }));
  return row.last_spec_number - count + 1;
}

const countUp = statement((tx, of: Of<{ workspaceId: string; planId: string; count: number }>) =>
  tx
    .updateTable("plans")
    .set((set) => ({
      last_spec_number: set("last_spec_number", "+", of("count")),
      spec_count: set("spec_count", "+", of("count")),
    }))
    .where("workspace_id", "=", of("workspaceId"))
    .where("id", "=", of("planId"))
    .returning("last_spec_number"),
);

export async function lowerSpecCount(tx: Tx, plan: Pick<PlanRow, "workspace_id" | "id">): Promise<void> {
  await tx
    .updateTable("plans")
    .set((set) => ({ spec_count: set("spec_count", "-", 1) }))
    .where("workspace_id", "=", plan.workspace_id)
    .where("id", "=", plan.id)
    .execute();
}

/** Adds specs, each with its first version. */
export async function insertSpecs(
  tx: Tx,
  specs: readonly Tables["specs"][],
  revisions: readonly Tables["revisions"][],
): Promise<void> {
  // A row's parent has to be there before it.
  await insertSpecRows(
    tx,
    parentsFirst(specs, (spec) => spec.parent_spec_id),
  );
  await insertRevisions(tx, revisions);
}

const insertSpecRows = insertInto("specs");
const insertRevisions = insertInto("revisions");

/** What a row can change; of a text's columns all or none, so that what is computed from it can't be forgotten. */
type Changes = Partial<Omit<SpecRow, keyof TextColumns>> &
  (TextColumns | { [column in keyof TextColumns]?: never });

export async function updateSpecRow(tx: Tx, spec: SpecRow, changes: Changes): Promise<void> {
  await tx
    .updateTable("specs")
    .set(changes)
    .where("workspace_id", "=", spec.workspace_id)
    .where("id", "=", spec.id)
    .execute();
}

/** Gives specs their positions, any number of them by one statement. */
export async function placeSpecs(
  tx: Tx,
  workspaceId: string,
  places: readonly { id: string; position: number }[],
): Promise<void> {
  // Each place is one text, the id and behind its 36 characters the position: such a list both databases read.
  const list = places.map(({ id, position }) => `${id}${position}`);
  await sql`
    update specs set position = cast(substr(place.value, 37) as integer)
    from ${tableOf(tx, list)} as place
    where specs.workspace_id = ${workspaceId} and specs.id = substr(place.value, 1, 36)`.execute(tx);
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
  [position = 0, id = ""]: Key = [],
  limit = 2 ** 31 - 1,
): Promise<SpecRow[]> {
  const of = { workspaceId: plan.workspace_id, planId: plan.id };
  return specsAfter(db, { ...of, position: Number(position), id: String(id), limit });
}

interface SpecsAfter {
  workspaceId: string;
  planId: string;
  position: number;
  id: string;
  limit: number;
}

const specsAfter = statement((db, of: Of<SpecsAfter>) =>
  db
    .selectFrom("specs")
    .selectAll()
    .where("workspace_id", "=", of("workspaceId"))
    .where("plan_id", "=", of("planId"))
    .where("position", ">=", of("position"))
    .where((where) => where.or([where("position", ">", of("position")), where("id", ">", of("id"))]))
    .orderBy("position")
    .orderBy("id")
    .limit(of("limit")),
);

export function specNumbers(db: Db, workspaceId: string, specIds: readonly string[]) {
  return db
    .selectFrom("specs")
    .select(["id", "number"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", specIds))
    .execute();
}

/** Where the trackers that were connected last have a spec. */
export function externalsOf(db: Db, spec: SpecRow) {
  return externalsOfSpec(db, { workspaceId: spec.workspace_id, planId: spec.plan_id, specId: spec.id });
}

const externalsOfSpec = statement((db, of: Of<{ workspaceId: string; planId: string; specId: string }>) =>
  db
    .selectFrom("push_items")
    .innerJoin("connections", (join) =>
      join
        .onRef("connections.workspace_id", "=", "push_items.workspace_id")
        .onRef("connections.id", "=", "push_items.connection_id")
        .on("connections.is_current", "=", 1),
    )
    .select(["connections.connector_id", "push_items.external_key", "push_items.external_url"])
    .where("push_items.workspace_id", "=", of("workspaceId"))
    .where("push_items.plan_id", "=", of("planId"))
    .where("push_items.kind", "=", "spec")
    .where("push_items.entity_id", "=", of("specId"))
    .where("push_items.external_id", "is not", null),
);

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
