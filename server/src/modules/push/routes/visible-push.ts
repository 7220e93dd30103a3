import type { Actor } from "../../../actor.ts";
import { notFound } from "../../../errors.ts";
import type { Db } from "../../../storage/dialect.ts";
import type { PlanRow } from "../../plans/access.ts";
import { findPush, type PushRow, pushedPlan } from "../ledger/pushes.ts";
import { type PushWire, presentPushes } from "../results/present.ts";

type Pushed = Awaited<ReturnType<typeof pushedPlan>>;

/** Finds a push by any plan of its tree that the actor can read. Throws 404 otherwise. */
export async function visiblePush(
  db: Db,
  plan: PlanRow,
  pushId: string,
): Promise<{ push: PushRow; pushed: Pushed }> {
  const push = await findPush(db, plan.workspace_id, pushId);
  const pushed = push && (await pushedPlan(db, push));
  if (!pushed || pushed.root_plan_id !== plan.root_plan_id) throw notFound("push of this plan");
  return { push, pushed };
}

/** Presents current visibility. `pushed` is the push's plan. */
export async function presentPush(
  db: Db,
  actor: Actor,
  pushed: Pick<PlanRow, "number" | "name">,
  push: PushRow,
): Promise<PushWire> {
  const [presented] = await presentPushes(db, actor, pushed, [push]);
  if (!presented) throw notFound("push of this plan");
  return presented;
}
