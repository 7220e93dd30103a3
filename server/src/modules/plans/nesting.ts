import { type ApiError, invalid } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import type { PlanRow } from "./access.ts";
import { ancestorsOf } from "./store.ts";

/** The most levels of a tree that a person and a tracker can follow; deeper ones are mistakes. */
export const deepest = 50;

/** Returns the level of a plan in its tree; 1 for a root. */
export const levelOf = async (db: Db, plan: PlanRow): Promise<number> =>
  (await ancestorsOf(db, plan)).length + 1;

/** Returns the ids of the plans above a plan, nearest first. */
export const planIdsAbove = async (db: Db, plan: PlanRow): Promise<string[]> =>
  (await ancestorsOf(db, plan)).map(({ id }) => id);

/** Returns the 400 for a parent under which plans would lie too deep; `path` is the JSON Pointer of its field. */
export const tooDeep = (path: string): ApiError =>
  invalid(path, `would nest plans more than ${deepest} levels deep`);
