import { type RawBuilder, sql } from "kysely";
import { isOneOf, type Tx, tableOf } from "../../../storage/dialect.ts";
import type { SpecRow } from "../access.ts";
import { releaseChildren, specsAbove } from "../store.ts";
import type { DeletedRow } from "./rows.ts";

/** Moves a deleted spec's children up to its parent, and remembers them. */
export async function keepChildren(tx: Tx, spec: SpecRow): Promise<void> {
  const children = await tx
    .selectFrom("specs")
    .select("id")
    .where("workspace_id", "=", spec.workspace_id)
    .where("parent_spec_id", "=", spec.id)
    .execute();
  const ids = children.map(({ id }) => id);
  if (ids.length === 0) return;
  await releaseChildren(tx, spec);
  await follow(tx, spec.workspace_id, ids, { from: spec.id, to: spec.parent_spec_id });
  await keep(tx, spec.workspace_id, ids, { of: spec.id, under: spec.parent_spec_id });
}

/**
 * Returns a restored spec's parent, or null if that is gone; a restorable one will reclaim the spec later.
 */
export async function restoredParent(tx: Tx, spec: DeletedRow): Promise<string | null> {
  const { workspace_id, id, parent_spec_id: parent } = spec;
  if (parent === null) return null;
  const find = (table: "specs" | "deleted_specs") =>
    tx
      .selectFrom(table)
      .select("id")
      .where("workspace_id", "=", workspace_id)
      .where("id", "=", parent)
      .where("plan_id", "=", spec.plan_id)
      .executeTakeFirst();
  if (await find("specs")) return parent;
  await follow(tx, workspace_id, [id], { from: parent, to: null });
  if (await find("deleted_specs")) await keep(tx, workspace_id, [id], { of: parent, under: null });
  return null;
}

/** Detaches deleted children from a spec that leaves its plan. */
export async function releaseDeletedChildren(tx: Tx, { workspace_id, id }: SpecRow): Promise<void> {
  await tx
    .updateTable("deleted_specs")
    .set({ parent_spec_id: null })
    .where("workspace_id", "=", workspace_id)
    .where("parent_spec_id", "=", id)
    .execute();
}

/** Returns children to a restored spec unless they were moved since, deleted ones included. */
export async function takeChildren(tx: Tx, restored: SpecRow): Promise<void> {
  const { workspace_id, id, plan_id } = restored;
  const above = (await specsAbove(tx, restored)).map((spec) => spec.id);
  const taken: string[] = [];
  for (const table of ["specs", "deleted_specs"]) {
    const child = sql.table(table);
    const { rows } = await sql<{ id: string }>`
      update ${child} set parent_spec_id = ${id} from released_children as kept
      where kept.workspace_id = ${workspace_id} and kept.spec_id = ${id}
        and ${child}.workspace_id = ${workspace_id} and ${child}.id = kept.child_id and ${child}.plan_id = ${plan_id}
        and ${isSame(sql`${child}.parent_spec_id`, sql`kept.parent_spec_id`)}
        and not ${isOneOf(tx, `${table}.id`, above)}
      returning ${child}.id`.execute(tx);
    taken.push(...rows.map((row) => row.id));
  }
  await sql`
    update released_children as lower set parent_spec_id = ${id} from released_children as kept
    where kept.workspace_id = ${workspace_id} and kept.spec_id = ${id} and ${isOneOf(tx, "kept.child_id", taken)}
      and lower.workspace_id = ${workspace_id} and lower.child_id = kept.child_id and lower.place < kept.place
      and ${isSame(sql`lower.parent_spec_id`, sql`kept.parent_spec_id`)}`.execute(tx);
}

/** Null-safe equality. */
const isSame = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql`${one} is not distinct from ${other}`;

/** Records the new parents of specs that deleted ones will reclaim. */
async function follow(
  tx: Tx,
  workspaceId: string,
  children: readonly string[],
  { from, to }: { from: string; to: string | null },
): Promise<void> {
  await tx
    .updateTable("released_children")
    .set({ parent_spec_id: to })
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "child_id", children))
    .where("parent_spec_id", "=", from)
    .execute();
}

/** Records that specs belong to a deleted parent although another one holds them. */
async function keep(
  tx: Tx,
  workspaceId: string,
  children: readonly string[],
  { of: specId, under }: { of: string; under: string | null },
): Promise<void> {
  await sql`
    insert into released_children (workspace_id, spec_id, child_id, parent_spec_id, place)
    select ${workspaceId}, ${specId}, child.value, cast(${under} as text), (
      select coalesce(max(place), 0) + 1 from released_children
      where workspace_id = ${workspaceId} and child_id = child.value)
    from ${tableOf(tx, children)} as child
    where true on conflict do nothing`.execute(tx);
}
