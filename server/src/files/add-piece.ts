import { command } from "../dispatch/commands.ts";
import { unavailable } from "../dispatch/serialized-error.ts";
import { now } from "../ids.ts";
import type { Tx } from "../storage/dialect.ts";
import { requireRoom } from "../storage/room.ts";
import { insertInto } from "../storage/statement.ts";

/**
 * The bytes of a new piece: few enough that writing one holds the writer for a few milliseconds. Those of stored files may
 * have another size.
 */
export const bytesOfPiece = 128 * 1024;

/** No piece is larger than this, not even of a file that was stored before pieces became as small as they are. */
export const mostBytesOfPiece = 256 * 1024;

interface Piece {
  workspaceId: string;
  fileId: string;
  n: number;
  body: Uint8Array;
  /** The whole file, which comes with its last piece. */
  whole?: { sha256: string; bytes: number };
  /** The most bytes of the workspace; none for no limit. */
  quota?: number | null;
}

const insertFile = insertInto("files");
const insertPiece = insertInto("file_pieces");

/**
 * Adds the next piece of a file. The last one makes the file complete, and returns its id: that of the file with the same
 * content, where the workspace has one, which then stands for both.
 */
export const addPiece = command(
  "files.add",
  ({ workspaceId }: Piece) => workspaceId,
  async (tx: Tx, { workspaceId, fileId, n, body, whole, quota = null }: Piece): Promise<string> => {
    const known = whole ? await touchKnown(tx, workspaceId, whole.sha256) : undefined;
    if (known) return known;
    if (whole && quota !== null) await requireRoom(tx, workspaceId, { quota, bytes: whole.bytes });
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

/** Returns the complete file with this content, which is kept for another hour. */
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
