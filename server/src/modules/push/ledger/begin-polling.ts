import type { Tx } from "../../../storage/dialect.ts";
import type { LedgerScope } from "./ledger.ts";

export interface Polled extends LedgerScope {
  /** The time until which changes are known, by the tracker's clock. */
  since: string;
}

/** Starts polling a target with its first push. What was in the target before is of no interest. */
export async function beginPolling(
  tx: Tx,
  { workspaceId, connectionId, target, since }: Polled,
): Promise<void> {
  await tx
    .insertInto("tracker_polls")
    .values({ workspace_id: workspaceId, connection_id: connectionId, target, since })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
