import type { Tx } from "../../../storage/dialect.ts";
import type { Caveat } from "../ledger/caveats.ts";
import { lookAtStatuses } from "../ledger/first-look.ts";
import { optionsOf, type PushRow, scopeOf, updatePush } from "../ledger/pushes.ts";
import type { Step } from "../plan/step.ts";
import type { PushSummary } from "../results/push-summary.ts";
import { fenced } from "./fenced.ts";

export interface SaveSteps {
  /** The first step's position. With 0, steps left by a crash are deleted. */
  position: number;
  steps: Step[];
}

/** Saves some of the planned steps; texts are read from the versions when sent. */
export const saveSteps = fenced("push.laySteps", async (tx: Tx, input: SaveSteps, push: PushRow) => {
  const { position, steps } = input;
  const ofPush = { workspace_id: push.workspace_id, push_id: push.id };
  if (position === 0) {
    await tx
      .deleteFrom("push_steps")
      .where("workspace_id", "=", ofPush.workspace_id)
      .where("push_id", "=", ofPush.push_id)
      .execute();
  }
  if (steps.length === 0) return;
  await tx
    .insertInto("push_steps")
    .values(
      steps.map((step, index) => ({
        ...ofPush,
        position: position + index,
        kind: step.kind,
        action: step.action,
        entity_id: step.entityId,
        other_id: step.otherId,
        plan_id: step.planId,
        plan_number: step.planNumber,
        spec_number: step.specNumber,
        revision: step.revision,
        effort: step.effort,
        status: step.status,
        details: step.details && JSON.stringify(step.details),
        extra: step.extra && JSON.stringify(step.extra),
        path: step.path && JSON.stringify(step.path),
        hash: step.hash,
        state: "planned",
        error: null,
      })),
    )
    .execute();
});

/** Marks the push as running once all steps are saved. */
export const beginPush = fenced(
  "push.begin",
  async (tx: Tx, input: { about: PushSummary; caveats: Caveat[]; planIds: string[] }, push: PushRow) => {
    const { about, caveats, planIds } = input;
    const { statuses } = optionsOf(push);
    if (statuses) await lookAtStatuses(tx, scopeOf(push), planIds, statuses);
    await updatePush(tx, push, {
      status: "running",
      about: JSON.stringify(about),
      caveats: JSON.stringify(caveats),
    });
  },
);
