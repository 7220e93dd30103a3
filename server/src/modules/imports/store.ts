import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { type Db, isOneOf, type Tx } from "../../storage/dialect.ts";
import { sortedBy } from "../../storage/sorted-by.ts";
import { insertInto } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";
import { readablePlanIds } from "../plans/access.ts";
import { plansOfSpecs } from "../plans/plans-of-specs.ts";

export type ImportedRow = Tables["imported"];

/** Finds plans by their current and imported references, the last imported first. */
export async function plansOfRefs(db: Db, workspaceId: string, projectId: string, refs: readonly string[]) {
  const holders = await db
    .selectFrom("plans")
    .select(["id", "external_ref as ref"])
    .where("workspace_id", "=", workspaceId)
    .where("project_id", "=", projectId)
    .where(isOneOf(db, "external_ref", refs))
    .execute();
  // Without a cross join, or with an order, SQLite reads all plans, or all that was ever imported.
  const imported = await db
    .selectFrom("imported")
    .crossJoin("plans")
    .whereRef("plans.workspace_id", "=", "imported.workspace_id")
    .whereRef("plans.id", "=", "imported.item_id")
    .where("plans.project_id", "=", projectId)
    .select(["imported.item_id as id", "imported.external_ref as ref"])
    .where("imported.workspace_id", "=", workspaceId)
    .where(isOneOf(db, "imported.external_ref", refs))
    .where(sql<SqlBool>`imported.kind = 'plan'`) // Literal, so that the partial index applies.
    .execute();
  return { holders, imported: sortedBy(imported, "id").reverse() };
}

/** Returns the last imported state of plans by creation, without texts. */
export async function basesOf(db: Db, workspaceId: string, planIds: readonly string[]) {
  const rows = await db
    .selectFrom("imported")
    .select([
      "item_id",
      "plan_id",
      "kind",
      "external_ref",
      "status",
      "text_hash",
      "effort",
      "needs",
      "parent_ref",
    ])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "plan_id", planIds))
    .execute();
  return sortedBy(rows, "item_id");
}

export function specsOf(db: Db, workspaceId: string, planIds: readonly string[]) {
  return db
    .selectFrom("specs")
    .select(["workspace_id", "id", "plan_id", "number", "title", "status", "effort", "revision", "text_hash"])
    .select(["external_ref", "awaits_review", "parent_spec_id"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "plan_id", planIds))
    .execute();
}

/** Filters to specs in readable plans. */
export async function readableSpecs(db: Db, actor: Actor, specIds: readonly string[]): Promise<Set<string>> {
  const planOf = await plansOfSpecs(db, actor.workspaceId, specIds);
  const readable = await readablePlanIds(db, actor, [...planOf.values()]);
  return new Set(specIds.filter((id) => readable.has(planOf.get(id) ?? "")));
}

export async function contentsOf(
  db: Db,
  workspaceId: string,
  specIds: readonly string[],
): Promise<Map<string, string>> {
  if (specIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("specs")
    .select(["id", "content"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", specIds))
    .execute();
  return new Map(rows.map(({ id, content }) => [id, content]));
}

export async function baseTextsOf(
  db: Db,
  workspaceId: string,
  itemIds: readonly string[],
): Promise<Map<string, Pick<ImportedRow, "title" | "content">>> {
  if (itemIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("imported")
    .select(["item_id", "title", "content"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "item_id", itemIds))
    .execute();
  return new Map(rows.map((row) => [row.item_id, row]));
}

/** Replaces the bases of these items. */
export async function replaceImported(
  tx: Tx,
  workspaceId: string,
  itemIds: readonly string[],
  rows: readonly ImportedRow[],
): Promise<void> {
  if (itemIds.length > 0) {
    await tx
      .deleteFrom("imported")
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "item_id", itemIds))
      .execute();
  }
  await insertImported(tx, rows);
}

const insertImported = insertInto("imported");
