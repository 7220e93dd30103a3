import { command } from "../../../dispatch/handlers.ts";
import { now } from "../../../ids.ts";
import { enqueue } from "../../../jobs/queue.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { jobKindOfReread, type Reread } from "./reread.ts";

interface Accept extends Reread {
  deliveryId: string;
}

/** Takes a notice once, with the job that it causes: answered means on disk. */
export const acceptHook = command(
  "push.acceptHook",
  ({ workspaceId }: Accept) => workspaceId,
  async (tx: Tx, { deliveryId, ...payload }: Accept) => {
    const { workspaceId, connectionId, externalIds } = payload;
    const key = { workspace_id: workspaceId, connection_id: connectionId, delivery_id: deliveryId };
    const taken = await tx
      .insertInto("tracker_deliveries")
      .values({ ...key, received_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (taken.numInsertedOrUpdatedRows === 0n || externalIds.length === 0) return;
    await enqueue(tx, { kind: jobKindOfReread, workspaceId, payload });
  },
);
