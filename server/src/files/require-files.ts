import { unavailable } from "../dispatch/serialized-error.ts";
import { isOneOf, type Tx } from "../storage/dialect.ts";

/**
 * Throws 503 unless all files are complete, before a transaction references them. An unreferenced file may
 * have been deleted since its upload, by the sweep or a failed request with the same content.
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
