import { enqueue } from "../../../jobs/queue.ts";
import { pagesOf } from "../../../pages-of.ts";
import { isOneOf, type Tx } from "../../../storage/dialect.ts";

/** Applies tracker changes that restored specs missed. */
export const jobKindOfRestored = "plans.restored";

export interface RestoredSpecs {
  workspaceId: string;
  specIds: string[];
}

const mostSpecs = 500;

/** Enqueues jobs for all current specs of these plans, wherever they move later. */
export async function enqueueRestoredPlans(
  tx: Tx,
  workspaceId: string,
  planIds: readonly string[],
): Promise<void> {
  const specs = await tx
    .selectFrom("specs")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(tx, "plan_id", planIds))
    .execute();
  await enqueueRestored(
    tx,
    workspaceId,
    specs.map(({ id }) => id),
  );
}

export async function enqueueRestored(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  for (const specIds of pagesOf(ids, mostSpecs)) {
    const payload: RestoredSpecs = { workspaceId, specIds };
    await enqueue(tx, { kind: jobKindOfRestored, workspaceId, payload });
  }
}
