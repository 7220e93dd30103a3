import type { Tx } from "../../../../storage/dialect.ts";
import { addCaveats, type Caveat } from "../../ledger/caveats.ts";
import { pathOf } from "../../ledger/parent-key.ts";
import { handleOf, type PushRow } from "../../ledger/pushes.ts";
import { type Changes, dropItem, putItems, putParents } from "../../ledger/put-items.ts";
import { outcomes } from "../../ledger/states.ts";
import { readStepItems, type StepItem, type StepState, updateSteps } from "../../ledger/step-items.ts";
import { fenced } from "../fenced.ts";
import { appendStepEvents } from "./step-events.ts";
import { changesOf, type StepOutcome } from "./step-outcome.ts";

/** Completes `recordIntents` after the call. */
export const recordOutcomes = fenced(
  "push.ends",
  async (tx: Tx, { stepOutcomes }: { stepOutcomes: StepOutcome[] }, push: PushRow) => {
    if (stepOutcomes.length === 0) return;
    const positions = stepOutcomes.map(({ position }) => position);
    const byPosition = new Map(
      (await readStepItems(tx, push, positions)).map((at) => [at.step.position, at] as const),
    );
    const items: { at: StepItem; changes: Changes }[] = [];
    const parents: { at: StepItem; parentKey: string | null }[] = [];
    const steps: StepState[] = [];
    const caveats: Caveat[] = [];
    for (const end of stepOutcomes) {
      const stepItem = byPosition.get(end.position);
      if (!stepItem) throw new Error(`no step ${end.position}`);
      const step = stepOf(end);
      if (step) steps.push({ at: stepItem, ...step });
      if (end.outcome === "unlinked") await dropItem(tx, push, stepItem);
      else if (end.outcome !== "deleted")
        items.push({ at: stepItem, changes: changesOf(end, stepItem, push) });
      else if (isUnanswered(stepItem)) caveats.push(maybeDuplicateCaveat(stepItem));
      if ("parentKey" in end && end.parentKey !== undefined)
        parents.push({ at: stepItem, parentKey: end.parentKey });
      // The unanswered call may have set an earlier parent.
      if (end.outcome === "adopted" && pathOf(stepItem.step).length > 0)
        parents.push({ at: stepItem, parentKey: null });
      for (const text of end.caveats ?? [])
        caveats.push({ text, planIds: [stepItem.step.plan_id], specId: stepItem.step.entity_id });
    }
    await putItems(tx, push, items);
    await putParents(tx, push, parents);
    await updateSteps(tx, push, steps);
    await addCaveats(tx, push, caveats);
    await appendStepEvents(tx, push, steps);
  },
);

const isUnanswered = ({ item }: StepItem) => item?.state === "sending" && item.external_id === null;

/** Warns of an issue that no push will search again. */
function maybeDuplicateCaveat({ step }: StepItem): Caveat {
  const handle = handleOf(step.plan_number, step.spec_number);
  const text = `${handle} was deleted here while its issue was being made. It may be in the tracker: close it there.`;
  return { text, planIds: [step.plan_id] };
}

function stepOf(end: StepOutcome): Omit<StepState, "at"> | null {
  const { step } = outcomes[end.outcome];
  return step === "open" ? null : { state: step, error: "error" in end ? end.error : null };
}

export const recordCaveats = fenced("push.caveats", (tx: Tx, input: { caveats: Caveat[] }, push: PushRow) =>
  addCaveats(tx, push, input.caveats),
);
