import type { NewEvent } from "../../events/append.ts";
import { appendEvents } from "../../events/append.ts";
import { lockWorkspace, type Tx } from "../../storage/dialect.ts";

/**
 * Appends events of an act on a person to each of their workspaces (decisions section 7, events). The workspaces are
 * locked in the order of their ids, as everywhere where a command needs several.
 */
export async function appendPersonEvents(
  tx: Tx,
  by: { userId: string; credentialId: string | null },
  events: readonly NewEvent[],
): Promise<void> {
  const memberships = await tx
    .selectFrom("memberships")
    .select("workspace_id")
    .where("user_id", "=", by.userId)
    .orderBy("workspace_id")
    .execute();
  for (const { workspace_id: workspaceId } of memberships) {
    await lockWorkspace(tx, workspaceId);
    await appendEvents(tx, { ...by, workspaceId }, events);
  }
}
