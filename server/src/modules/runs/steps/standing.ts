import type { Model, RunError } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import type { ModelSettings } from "../../../config/model.ts";
import { ApiError } from "../../../errors.ts";
import type { Db } from "../../../storage/dialect.ts";
import { planHandle } from "../../handles.ts";
import { usableModel } from "../../models/usable-model.ts";
import { type PlanRow, referencedPlan, rightToEdit } from "../../plans/access.ts";
import { starterOf } from "../starter.ts";
import type { RunRow } from "../store.ts";

/** What a run still stands on, looked up before each step. */
export interface Standing {
  actor: Actor;
  plan: PlanRow;
  model: Model;
}

/** Returns who and what a run stands on, or why it can't go on. */
export async function standingOf(
  db: Db,
  settings: ModelSettings,
  run: RunRow,
): Promise<Standing | { lost: RunError }> {
  const actor = await starterOf(db, run);
  if (!actor) return lost("The credential that started the run has ended, or its person has left.");
  const plan = await orNull(referencedPlan(db, actor, run.plan_id));
  if (!plan) return lost("The run's starter can't reach the plan any more.");
  if (!rightToEdit(plan)) return lost("The run's starter can't edit the plan any more.");
  if (plan.archived_at)
    return lost(`${planHandle(plan.number)} is archived. Restore it, and start another run.`);
  const model = await orNull(usableModel(db, settings, actor, run.model_id));
  if (!model)
    return { lost: { code: "model", message: "The run's model or its key is gone. Start another run." } };
  return { actor, plan, model };
}

/** Returns null for what can't be used any more. */
async function orNull<T>(looked: Promise<T>): Promise<T | null> {
  try {
    return await looked;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

const lost = (message: string): { lost: RunError } => ({ lost: { code: "no_right", message } });
