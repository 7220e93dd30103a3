import type { Tx } from "../storage/dialect.ts";

const tables = ["inbox_items", "inbox_roots", "inbox_marks", "inbox_settings"] as const;

/** Deletes a person's inbox in a workspace: who comes back as a member begins anew. */
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
