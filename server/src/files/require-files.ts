import { unavailable } from "../dispatch/serialized-error.ts";
import { isOneOf, type Tx } from "../storage/dialect.ts";

/**
 * Throws 503 unless all of these files are complete, for a transaction that is about to name them: one that no row named
 * may have been deleted since it was stored, by the sweep or by another request that sent the same content and failed.
 */
export async function requireFiles(tx: Tx, workspaceId: string, fileIds: readonly string[]): Promise<void> {
  const ids = [...new Set(fileIds)];
  const found = await tx
    .selectFrom("files")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("sha256", "is not", null)
    .where(isOneOf(tx, "id", ids))
    .execute();
  if (found.length < ids.length) throw unavailable("a file was swept before a row named it");
}
