import type { Selectable } from "kysely";
import { now } from "../../../ids.ts";
import { type Db, isOneOf, type Tx } from "../../../storage/dialect.ts";
import type { Tables } from "../../../storage/tables.ts";
import type { Key } from "../../paging.ts";
import type { PlanRow } from "../../plans/access.ts";
import type { SpecRow } from "../access.ts";

export type DeletedRow = Selectable<Tables["deleted_specs"]>;
type PlanKey = Pick<PlanRow, "workspace_id" | "id">;
type SpecKey = Pick<SpecRow, "workspace_id" | "id">;

export async function copyToDeleted(tx: Tx, spec: SpecRow, deletedBy: string): Promise<void> {
  await tx
    .insertInto("deleted_specs")
    .values(Object.assign({ deleted_at: now(), deleted_by: deletedBy }, spec))
    .execute();
}

/** Deletes a spec's row. No child may reference it. */
export async function deleteSpecRow(tx: Tx, spec: SpecKey): Promise<void> {
  await tx
    .deleteFrom("specs")
    .where("workspace_id", "=", spec.workspace_id)
    .where("id", "=", spec.id)
    .execute();
}

/** Deletes a deleted spec's row and its remembered children. */
export async function dropDeleted(tx: Tx, { workspace_id, id }: SpecKey): Promise<void> {
  await tx
    .deleteFrom("deleted_specs")
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", id)
    .execute();
}

const deletedOf = (db: Db, plan: PlanKey) =>
  db
    .selectFrom("deleted_specs")
    .where("deleted_specs.workspace_id", "=", plan.workspace_id)
    .where("deleted_specs.plan_id", "=", plan.id);

export function deletedOfNumber(db: Db, plan: PlanKey, number: number): Promise<DeletedRow | undefined> {
  return deletedOf(db, plan).selectAll().where("number", "=", number).executeTakeFirst();
}

/** The same with who is shown: the deleting user, and the assignee unless they have left since. */
const deletedWithPeople = (db: Db, plan: PlanKey) =>
  deletedOf(db, plan)
    .leftJoin("users", "users.id", "deleted_specs.deleted_by")
    .leftJoin("memberships as assignee", (join) =>
      join
        .onRef("assignee.workspace_id", "=", "deleted_specs.workspace_id")
        .onRef("assignee.user_id", "=", "deleted_specs.assignee_user_id")
        .onRef("assignee.joined_at", "<=", "deleted_specs.deleted_at"),
    )
    .select(["users.name as deleted_by_name", "assignee.user_id as assignee_still_here"]);

/** Lists a plan's deleted specs, newest first, after a key. */
export function listDeleted(
  db: Db,
  plan: PlanKey,
  ref: string | undefined,
  [deletedAt, id]: Key,
  limit: number,
) {
  const rows = deletedWithPeople(db, plan)
    .selectAll("deleted_specs")
    .$if(ref !== undefined, (query) => query.where("deleted_specs.external_ref", "=", String(ref)))
    .orderBy("deleted_specs.deleted_at", "desc")
    .orderBy("deleted_specs.id", "desc")
    .limit(limit);
  if (deletedAt === undefined) return rows.execute();
  return rows
    .where("deleted_specs.deleted_at", "<=", String(deletedAt))
    .where((where) =>
      where.or([
        where("deleted_specs.deleted_at", "<", String(deletedAt)),
        where("deleted_specs.id", "<", String(id)),
      ]),
    )
    .execute();
}

export type ListedRow = Awaited<ReturnType<typeof listDeleted>>[number];

/** Returns whom the list shows, by which its answer changes without an event of the plan. */
export const peopleOfDeleted = (db: Db, plan: PlanKey) =>
  deletedWithPeople(db, plan).distinct().orderBy("deleted_by_name").orderBy("assignee_still_here").execute();

/** Returns references held by deleted specs, with their numbers. */
export function deletedHolders(
  db: Db,
  workspaceId: string,
  planIds: readonly string[],
  refs?: readonly string[],
) {
  return db
    .selectFrom("deleted_specs")
    .select(["plan_id", "number", "external_ref"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "plan_id", planIds))
    .where("external_ref", "is not", null)
    .$if(refs !== undefined, (query) => query.where(isOneOf(db, "external_ref", refs ?? [])))
    .execute();
}

/** Clears references of deleted specs. */
export async function releaseRefs(tx: Tx, plan: PlanKey, refs: readonly string[]): Promise<void> {
  await tx
    .updateTable("deleted_specs")
    .set({ external_ref: null })
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .where(isOneOf(tx, "external_ref", refs))
    .execute();
}
