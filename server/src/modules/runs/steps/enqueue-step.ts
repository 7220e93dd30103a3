import { enqueueUnlessWaiting } from "../../../jobs/queue.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { keyOf, type RunRow } from "../store.ts";

export const stepJob = "runs.step";

/** Enqueues a run's next step in the transaction that causes it. */
export const enqueueStep = (tx: Tx, run: RunRow, delaySeconds = 0): Promise<void> =>
  enqueueUnlessWaiting(tx, {
    kind: stepJob,
    workspaceId: run.workspace_id,
    payload: keyOf(run),
    dedupeKey: `${stepJob} ${run.id}`,
    delaySeconds,
  });
