import { runBatch } from "./batch.ts";
import { type StepRow, stepsOf } from "./runs.ts";
import type { AtOnce } from "./trackers/tracker.ts";
import type { OpenWorker } from "./worker.ts";

const mostAhead = 100;

/** In their order, as many at once as one call of the tracker takes: a parent has its issue before its children. */
export async function runSteps(worker: OpenWorker): Promise<void> {
  for (let from = 0; ; ) {
    const ahead = await stepsOf(worker.context.db, worker.push)
      .selectAll()
      .where("position", ">=", from)
      .where("state", "in", ["planned", "sending"])
      .orderBy("position")
      .limit(mostAhead)
      .execute();
    const [first] = ahead;
    if (!first) return;
    from = first.position; // What lies before it has ended; to go over it again and again would take its time.
    const most = worker.tracker.atOnce[callOf(first)];
    const end = ahead.findIndex((step) => !alike(step, first));
    const batch = end === -1 ? ahead : ahead.slice(0, end);
    // Links may all be there already, which takes no call; of texts no more are read than one takes.
    await runBatch(worker, isText(first) ? batch.slice(0, most) : batch, most);
  }
}

/** Which call of a tracker a step leads to. */
function callOf({ action, kind }: StepRow): keyof AtOnce {
  if (action === "create" || action === "update") return action;
  return kind === "child" ? "place" : "need";
}

const isText = ({ action }: StepRow) => action === "create" || action === "update";

const alike = (one: StepRow, other: StepRow) => one.kind === other.kind && one.action === other.action;
