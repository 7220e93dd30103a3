import type { Expression } from "kysely";
import { isFoundBy, type Tx } from "../../storage/dialect.ts";

/**
 * Clears the imported state of specs being deleted; `specs` selects their ids. The rows stay as tombstones,
 * which keep later imports from recreating them.
 */
export async function forgetImported(tx: Tx, workspaceId: string, specs: Expression<unknown>): Promise<void> {
  await tx
    .updateTable("imported")
    .set({ title: null, content: null, status: null, text_hash: null })
    .where("workspace_id", "=", workspaceId)
    .where(isFoundBy(tx, "item_id", specs))
    .execute();
}
