import { command } from "../dispatch/commands.ts";
import { unavailable } from "../dispatch/serialized-error.ts";
import { now } from "../ids.ts";
import type { Tx } from "../storage/dialect.ts";
import { requireStorage } from "../storage/quota.ts";
import { insertInto } from "../storage/statement.ts";

/**
 * Bytes of a new chunk, small enough to hold the writer for a few milliseconds. Stored files may have other
 * sizes.
 */
export const bytesOfPiece = 128 * 1024;

/** Upper bound for any stored chunk, including those of older versions. */
export const mostBytesOfPiece = 256 * 1024;

interface Piece {
  workspaceId: string;
  fileId: string;
  n: number;
  body: Uint8Array;
  /** The whole file, sent with its last chunk. */
  whole?: { sha256: string; bytes: number };
  /** The workspace's limit in bytes; null for none. */
  quota?: number | null;
}

const insertFile = insertInto("files");
const insertPiece = insertInto("file_pieces");

/**
 * Adds a file's next chunk. The last one completes it and returns its id, or the id of an existing file with
 * the same content.
 */
export const addPiece = command(
  "files.add",
  ({ workspaceId }: Piece) => workspaceId,
  async (tx: Tx, { workspaceId, fileId, n, body, whole, quota = null }: Piece): Promise<string> => {
    const known = whole ? await touchKnown(tx, workspaceId, whole.sha256) : undefined;
    if (known) return known;
    if (whole && quota !== null) await requireStorage(tx, workspaceId, { quota, bytes: whole.bytes });
    const file = { workspace_id: workspaceId, id: fileId };
    if (n === 0) await insertFile(tx, [{ ...file, sha256: null, bytes: 0, touched_at: now() }]);
    if (body.length > 0) await insertPiece(tx, [{ workspace_id: workspaceId, file_id: fileId, n, body }]);
    if (!whole) return fileId;
    const { numUpdatedRows } = await tx
      .updateTable("files")
      .set({ ...whole, touched_at: now() })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", fileId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw unavailable("a file was swept while it was being written");
    return fileId;
  },
);

/** Returns the complete file with this content, and keeps it for another hour. */
async function touchKnown(tx: Tx, workspaceId: string, sha256: string): Promise<string | undefined> {
  const known = await tx
    .updateTable("files")
    .set({ touched_at: now() })
    .where("workspace_id", "=", workspaceId)
    .where("sha256", "=", sha256)
    .returning("id")
    .executeTakeFirst();
  return known?.id;
}
