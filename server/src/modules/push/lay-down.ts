import { aboutOf } from "./about.ts";
import { beginRun, laySteps } from "./lay-steps.ts";
import { planSteps } from "./plan-steps.ts";
import { requesterOf } from "./requester.ts";
import { aimOf } from "./runs.ts";
import { takeSnapshot } from "./snapshot.ts";
import { commit, Stop, type Worker } from "./worker.ts";

const stepsAtOnce = 500;

/**
 * Takes the snapshot that this push carries: what changes from here on belongs to the next one. A worker that
 * was killed over it is followed by one that begins anew. Answers how many steps there are.
 */
export async function layDown(worker: Worker): Promise<number> {
  const { context, push } = worker;
  const actor = await requesterOf(context.db, push);
  const snapshot = actor && (await takeSnapshot(context.db, actor, aimOf(push)));
  if (!snapshot) throw new Stop("The person who started this push can no longer read the plan.");
  const { steps, caveats } = planSteps(snapshot);
  for (let position = 0; position < Math.max(1, steps.length); position += stepsAtOnce) {
    await commit(worker, laySteps, { position, steps: steps.slice(position, position + stepsAtOnce) });
  }
  await commit(worker, beginRun, { about: aboutOf(snapshot), caveats });
  return steps.length;
}
