import type { Tx } from "../../storage/dialect.ts";
import type { About } from "./about.ts";
import type { Caveat } from "./caveats.ts";
import { type Fence, fenced } from "./fenced.ts";
import type { RunRow } from "./runs.ts";
import type { Step } from "./step.ts";

export interface LaySteps extends Fence {
  /** Of the first step here; the first of all takes the place of what a killed worker left. */
  position: number;
  steps: Step[];
}

/** Lays a part of the snapshot down; texts are read from their versions when they are sent. */
export const laySteps = fenced("push.laySteps", async (tx: Tx, input: LaySteps, push: RunRow) => {
  const { position, steps } = input;
  const run = { workspace_id: push.workspace_id, run_id: push.id };
  if (position === 0) {
    await tx
      .deleteFrom("push_steps")
      .where("workspace_id", "=", run.workspace_id)
      .where("run_id", "=", run.run_id)
      .execute();
  }
  if (steps.length === 0) return;
  await tx
    .insertInto("push_steps")
    .values(
      steps.map((step, index) => ({
        ...run,
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
        extra: step.extra && JSON.stringify(step.extra),
        path: step.path && JSON.stringify(step.path),
        hash: step.hash,
        state: "planned",
        error: null,
      })),
    )
    .execute();
});

/** All steps are laid down: from here on the push says what it is about and counts. */
export const beginRun = fenced(
  "push.begin",
  async (tx: Tx, input: Fence & { about: About; caveats: Caveat[] }, push: RunRow) => {
    await tx
      .updateTable("push_runs")
      .set({ status: "running", about: JSON.stringify(input.about), caveats: JSON.stringify(input.caveats) })
      .where("workspace_id", "=", push.workspace_id)
      .where("id", "=", push.id)
      .execute();
  },
);
