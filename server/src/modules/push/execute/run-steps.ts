import type { BatchSizes } from "../../trackers/tracker.ts";
import { type StepRow, stepsOf } from "../ledger/pushes.ts";
import { openStates } from "../ledger/states.ts";
import { runBatch } from "./run-batch.ts";
import type { ConnectedWork } from "./work.ts";

const mostAhead = 100;

/** Runs open steps in order, one call's worth at a time: parents get their issues first. */
export async function runSteps(work: ConnectedWork): Promise<void> {
  for (let from = 0; ; ) {
    const ahead = await stepsOf(work.context.db, work.push)
      .selectAll()
      .where("position", ">=", from)
      .where("state", "in", openStates)
      .orderBy("position")
      .limit(mostAhead)
      .execute();
    const [first] = ahead;
    if (!first) return;
    from = first.position; // Earlier steps have ended.
    const most = work.tracker.batchSizes[callOf(first)];
    const end = ahead.findIndex((step) => !alike(step, first));
    const batch = end === -1 ? ahead : ahead.slice(0, end);
    // Existing links need no call, so more of them are read than fit into one.
    await runBatch(work, isText(first) ? batch.slice(0, most) : batch, most);
  }
}

function callOf({ action, kind }: StepRow): keyof BatchSizes {
  if (action === "create" || action === "update") return action;
  return kind === "child" ? "place" : "link";
}

const isText = ({ action }: StepRow) => action === "create" || action === "update";

const alike = (one: StepRow, other: StepRow) => one.kind === other.kind && one.action === other.action;
