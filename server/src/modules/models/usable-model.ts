import type { Model } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { ModelSettings } from "../../config/model.ts";
import { ApiError, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { lacksKey, operatorId, presentModel, presentOperatorModel } from "./present.ts";
import { findModel, newestModels } from "./store.ts";

/**
 * Returns the named model, or the newest usable one: the caller's, then the workspace's, then the operator's.
 * Throws 404 for one that the caller can't use, and 409 if none is usable.
 */
export async function usableModel(
  db: Db,
  { operator }: ModelSettings,
  actor: Actor,
  id?: string,
): Promise<Model> {
  const ofOperator = operator === null ? null : presentOperatorModel(operator);
  if (id === operatorId) {
    if (ofOperator === null) throw notFound("model");
    return ofOperator;
  }
  if (id === undefined) {
    const own = (await newestModels(db, actor)).map(presentModel).filter(({ usable }) => usable);
    const first = own.find(({ scope }) => scope === "person") ?? own[0] ?? ofOperator;
    if (!first) throw noModel("There is no model to work with. Add one in your settings, or ask an owner.");
    return first;
  }
  const row = await findModel(db, actor.workspaceId, id);
  if (!row || (row.user_id !== null && row.user_id !== actor.userId)) throw notFound("model");
  const model = presentModel(row);
  if (!model.usable) throw noModel(`The key of ${model.name} is missing. Set it first.`);
  return model;
}

/** Tests whether a run without a named model would have one. */
export async function hasModel(db: Db, { operator }: ModelSettings, actor: Actor): Promise<boolean> {
  if (operator !== null) return true;
  return (await newestModels(db, actor)).some((row) => !lacksKey(row));
}

const noModel = (message: string) => new ApiError("no_model", message);
