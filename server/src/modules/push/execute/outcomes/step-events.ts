import { appendEvents } from "../../../../events/append.ts";
import type { Tx } from "../../../../storage/dialect.ts";
import { type PushRow, pushedPlan, requestedBy } from "../../ledger/pushes.ts";
import { isOpen, stateToTell } from "../../ledger/states.ts";
import type { StepState } from "../../ledger/step-items.ts";

export async function appendStepEvents(tx: Tx, push: PushRow, steps: readonly StepState[]): Promise<void> {
  const ended = steps.filter(({ state }) => !isOpen(state));
  if (ended.length === 0) return;
  const { project_id: projectId } = await pushedPlan(tx, push);
  await appendEvents(
    tx,
    requestedBy(push),
    ended.map(({ at: { step }, state }) => ({
      type: "push.step",
      subjectId: push.id,
      planId: step.plan_id,
      projectId,
      data: {
        pushId: push.id,
        kind: step.kind,
        action: step.action,
        entityId: step.entity_id,
        state: stateToTell(state),
      },
    })),
  );
}
