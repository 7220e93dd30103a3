import type { Db } from "../storage/dialect.ts";
import { type Param, statement } from "../storage/statement.ts";
import { bytesOfPiece } from "./add-piece.ts";

/** The error of a file that was deleted, or whose pieces are not those that were written. */
export class FileNotWhole extends Error {}

const pieceOf = statement((db, param: Param<{ workspaceId: string; fileId: string; n: number }>) =>
  db
    .selectFrom("file_pieces")
    .select("body")
    .where("workspace_id", "=", param("workspaceId"))
    .where("file_id", "=", param("fileId"))
    .where("n", "=", param("n")),
);

/** A part of a file: from the byte `from` to before the byte `to`. */
export interface Part {
  from: number;
  to: number;
}

/**
 * Yields a complete file, or a part of it, piece by piece, the next one when it is asked for; between them it holds no
 * transaction. Throws where the file is not there whole.
 */
export async function* readFile(
  db: Db,
  workspaceId: string,
  fileId: string,
  part?: Part,
): AsyncGenerator<Buffer> {
  const file = await db
    .selectFrom("files")
    .select("bytes")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", fileId)
    .where("sha256", "is not", null)
    .executeTakeFirst();
  if (!file) throw new FileNotWhole(`the file ${fileId} is not there`);
  const { from, to } = part ?? { from: 0, to: file.bytes };
  if (to > file.bytes) throw new FileNotWhole(`the file ${fileId} is shorter than the part`);
  // All pieces but the last have the same size.
  for (let n = Math.floor(from / bytesOfPiece); n * bytesOfPiece < to; n++) {
    const at = n * bytesOfPiece;
    const [piece] = await pieceOf(db, { workspaceId, fileId, n });
    if (piece?.body.length !== Math.min(bytesOfPiece, file.bytes - at))
      throw new FileNotWhole(`a piece of the file ${fileId} is missing`);
    const whole = Buffer.from(piece.body.buffer, piece.body.byteOffset, piece.body.byteLength);
    yield whole.subarray(Math.max(0, from - at), Math.min(whole.length, to - at));
  }
}
