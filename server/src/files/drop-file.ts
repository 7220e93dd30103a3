import { sql } from "kysely";
import { command, type Rules } from "../dispatch/commands.ts";
import type { Writer } from "../dispatch/writer.ts";
import type { Tx } from "../storage/dialect.ts";

/** Pieces deleted per command, which holds the writer for a few milliseconds. */
const piecesAtOnce = 4;

interface UnreferencedFile {
  workspaceId: string;
  fileId: string;
  /** Spares a file whose content was uploaded at this time or later. */
  before: string;
}

/**
 * Deletes an unreferenced file, a few pieces at a time. Removes the hash first, so that an upload of the same
 * content is stored again. Returns true if more is left.
 */
export const dropPieces = command(
  "files.drop",
  ({ workspaceId }: UnreferencedFile) => workspaceId,
  async (tx: Tx, { workspaceId, fileId, before }: UnreferencedFile, { fileColumns }): Promise<boolean> => {
    const file = await tx
      .selectFrom("files")
      .select("sha256")
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", fileId)
      .where("touched_at", "<", before)
      .executeTakeFirst();
    if (!file || (await isReferenced(tx, workspaceId, fileId, fileColumns))) return false;
    if (file.sha256 !== null) await forgetHash(tx, workspaceId, fileId);
    const pieces = tx
      .selectFrom("file_pieces")
      .select("n")
      .where("workspace_id", "=", workspaceId)
      .where("file_id", "=", fileId)
      .orderBy("n")
      .limit(piecesAtOnce);
    const { numDeletedRows } = await tx
      .deleteFrom("file_pieces")
      .where("workspace_id", "=", workspaceId)
      .where("file_id", "=", fileId)
      .where("n", "in", pieces)
      .executeTakeFirst();
    if (numDeletedRows === BigInt(piecesAtOnce)) return true;
    await tx.deleteFrom("files").where("workspace_id", "=", workspaceId).where("id", "=", fileId).execute();
    return false;
  },
);

async function isReferenced(
  tx: Tx,
  workspaceId: string,
  fileId: string,
  fileColumns: Rules["fileColumns"],
): Promise<boolean> {
  for (const { table, column } of fileColumns) {
    const { rows } = await sql`select 1 from ${sql.table(table)}
      where workspace_id = ${workspaceId} and ${sql.ref(column)} = ${fileId} limit 1`.execute(tx);
    if (rows.length > 0) return true;
  }
  return false;
}

const forgetHash = (tx: Tx, workspaceId: string, fileId: string) =>
  tx
    .updateTable("files")
    .set({ sha256: null })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", fileId)
    .execute();

/** Deletes an unreferenced file, with pauses for other writers. */
export async function dropFile(writer: Writer, file: UnreferencedFile): Promise<void> {
  while (await writer.run(dropPieces, file));
}
