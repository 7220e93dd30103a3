import { type ApiError, invalid } from "../../errors.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import type { PlanRow } from "./access.ts";
import { ancestorsOf, subtreeIds } from "./store.ts";

/** Levels of a tree; deeper ones are mistakes. */
export const deepest = 50;

/** 1 for a root. */
export const levelOf = async (db: Db, plan: PlanRow): Promise<number> =>
  (await ancestorsOf(db, plan)).length + 1;

/** Nearest first. */
export const planIdsAbove = async (db: Db, plan: PlanRow): Promise<string[]> =>
  (await ancestorsOf(db, plan)).map(({ id }) => id);

/** Returns ids of a plan and its sub-plans, without archived ones unless it is archived itself. */
export async function planIdsBelow(db: Db, plan: PlanRow): Promise<string[]> {
  const ids = await subtreeIds(db, plan);
  if (plan.archived_at) return ids;
  const rows = await db
    .selectFrom("plans")
    .select("id")
    .where("workspace_id", "=", plan.workspace_id)
    .where(isOneOf(db, "id", ids))
    .where("archived_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the 400 for too deep nesting; `path` is the parent's JSON Pointer. */
export const tooDeep = (path: string): ApiError =>
  invalid(path, `would nest plans more than ${deepest} levels deep`);
