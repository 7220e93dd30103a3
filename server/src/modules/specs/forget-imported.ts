import type { Expression } from "kysely";
import { isFoundBy, type Tx } from "../../storage/dialect.ts";

/**
 * Clears what an import brought of specs that are being deleted: `specs` selects their ids. The rows stay as marks, by
 * which the next import leaves these specs out.
 */
export async function forgetImported(tx: Tx, workspaceId: string, specs: Expression<unknown>): Promise<void> {
  await tx
    .updateTable("imported")
    .set({ title: null, content: null, status: null, text_hash: null })
    .where("workspace_id", "=", workspaceId)
    .where(isFoundBy(tx, "item_id", specs))
    .execute();
}
