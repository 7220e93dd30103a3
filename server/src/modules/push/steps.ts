import { runBatch } from "./batch.ts";
import { type StepRow, stepsOf } from "./runs.ts";
import type { AtOnce } from "./trackers/tracker.ts";
import type { OpenWorker } from "./worker.ts";

const mostAhead = 100;

/** In their order, as many at once as one call of the tracker takes: a parent has its issue before its children. */
export async function runSteps(worker: OpenWorker): Promise<void> {
  for (;;) {
    const ahead = await stepsOf(worker.context.db, worker.push)
      .selectAll()
      .where("state", "in", ["planned", "sending"])
      .orderBy("position")
      .limit(mostAhead)
      .execute();
    const [first] = ahead;
    if (!first) return;
    const batch = ahead.slice(0, worker.tracker.atOnce[callOf(first)]);
    const end = batch.findIndex((step) => !alike(step, first));
    await runBatch(worker, end === -1 ? batch : batch.slice(0, end));
  }
}

/** Which call of a tracker a step leads to. */
function callOf({ action, kind }: StepRow): keyof AtOnce {
  if (action === "create" || action === "update") return action;
  return kind === "child" ? "place" : "need";
}

const alike = (one: StepRow, other: StepRow) => one.kind === other.kind && one.action === other.action;
