import { notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Actor } from "../identity/actor.ts";
import type { PlanRow } from "../plans/access.ts";
import { type PushWire, presentRuns } from "./present.ts";
import { findRun, planOfRun, type RunRow } from "./runs.ts";

type Pushed = Awaited<ReturnType<typeof planOfRun>>;

/**
 * A push under a plan that the actor reads, with the plan that it pushes: it is found under every plan of its tree,
 * so that one that joined it asks there.
 */
export async function findPush(
  db: Db,
  plan: PlanRow,
  pushId: string,
): Promise<{ run: RunRow; pushed: Pushed }> {
  const run = await findRun(db, plan.workspace_id, pushId);
  const pushed = run && (await planOfRun(db, run));
  if (!pushed || pushed.root_plan_id !== plan.root_plan_id) throw notFound("push of this plan");
  return { run, pushed };
}

/** One push in what the actor may see of it now. */
export async function presentRun(db: Db, actor: Actor, pushed: Pushed, run: RunRow): Promise<PushWire> {
  const [push] = await presentRuns(db, actor, pushed, [run]);
  if (!push) throw notFound("push of this plan");
  return push;
}
