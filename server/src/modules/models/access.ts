import type { Actor } from "../../actor.ts";
import { forbidden, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { appOf } from "../identity/app-of.ts";
import { requireMember, requireOwner } from "../projects/access.ts";
import { operatorId } from "./present.ts";
import { findModel, type ModelRow } from "./store.ts";

/** Throws unless the actor may have models of this scope. */
export function requireWriter(actor: Actor, scope: "workspace" | "person"): void {
  requireMember(actor);
  if (appOf(actor) !== null)
    throw forbidden("Apps can't change models. Do it in the console, or with a key.");
  if (scope === "workspace") requireOwner(actor, "change the workspace's models");
}

/** Returns a model for its deletion, for which one's own need no role: its key may have been left behind. */
export async function deletableModel(db: Db, actor: Actor, id: string): Promise<ModelRow> {
  const model = await findModel(db, actor.workspaceId, id);
  const isOwn = model?.user_id === actor.userId && appOf(actor) === null;
  return isOwn ? model : writableModel(db, actor, id);
}

/** Returns a model for a change; a person's is 404 to everybody else. */
export async function writableModel(db: Db, actor: Actor, id: string): Promise<ModelRow> {
  if (id === operatorId) {
    requireMember(actor);
    throw forbidden("The operator sets this model by GROUNDPLAN_MODEL_ settings; it can't be changed here.");
  }
  const model = await findModel(db, actor.workspaceId, id);
  const isHidden =
    actor.role === "VIEWER" || (model && model.user_id !== null && model.user_id !== actor.userId);
  if (!model || isHidden) throw notFound("model");
  requireWriter(actor, model.user_id === null ? "workspace" : "person");
  return model;
}
