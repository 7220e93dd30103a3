import { appendEvents } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import { stateToTell } from "./result.ts";
import { planOfRun, type RunRow, requestedBy } from "./runs.ts";
import type { StepState } from "./step-items.ts";

/** One event for each step that came to an end, so that a screen can follow. */
export async function tellSteps(tx: Tx, push: RunRow, steps: readonly StepState[]): Promise<void> {
  const ended = steps.filter(({ state }) => state !== "planned" && state !== "sending");
  if (ended.length === 0) return;
  const { project_id: projectId } = await planOfRun(tx, push);
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
