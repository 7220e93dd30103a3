import { isOneOf, type Tx } from "../storage/dialect.ts";

const tables = [
  ...(["inbox_items", "inbox_roots", "inbox_marks", "inbox_settings"] as const),
  ...(["notices", "subscriptions", "devices"] as const),
];

/** Deletes a user's inbox in a workspace, so that a returning member starts afresh. */
export async function forgetPerson(
  tx: Tx,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  for (const table of tables)
    await tx
      .deleteFrom(table)
      .where("workspace_id", "=", workspaceId)
      .where("user_id", "=", userId)
      .execute();
}

interface Devices {
  workspaceId: string;
  userId: string;
  /** All devices if left out. */
  endpointHashes?: readonly string[];
}

/** Ends the pushes to a user's browsers in a workspace. */
export async function forgetDevices(tx: Tx, { workspaceId, userId, endpointHashes }: Devices): Promise<void> {
  let own = tx.deleteFrom("devices").where("workspace_id", "=", workspaceId).where("user_id", "=", userId);
  if (endpointHashes) own = own.where(isOneOf(tx, "endpoint_hash", endpointHashes));
  await own.execute();
}
