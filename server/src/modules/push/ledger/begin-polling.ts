import type { Tx } from "../../../storage/dialect.ts";
import type { LedgerScope } from "./ledger.ts";

export interface Polled extends LedgerScope {
  /** The time by the tracker's clock. */
  since: string;
}

/** Starts polling a target at its first push. */
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
