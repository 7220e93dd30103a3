import { hash } from "node:crypto";
import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { refreshSoon } from "./refresh-soon.ts";

interface Accept {
  workspaceId: string;
  connectionId: string;
  deliveryId: string;
  externalIds: string[];
}

/** Stores a tracker's webhook once, with its job, before it is answered. */
export const acceptWebhook = command(
  "push.acceptHook",
  ({ workspaceId }: Accept) => workspaceId,
  async (tx: Tx, { deliveryId, ...about }: Accept) => {
    const taken = await tx
      .insertInto("tracker_deliveries")
      .values({
        workspace_id: about.workspaceId,
        connection_id: about.connectionId,
        // Hashed, since senders choose ids of any length.
        delivery_id: hash("sha256", deliveryId, "base64url"),
        received_at: now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (taken.numInsertedOrUpdatedRows === 0n || about.externalIds.length === 0) return;
    await refreshSoon(tx, about);
  },
);
