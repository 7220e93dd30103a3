import { sql } from "kysely";
import type { Db } from "../storage/dialect.ts";
import { type Param, statement } from "../storage/statement.ts";

/** A file that was deleted, or whose chunks are damaged. */
export class FileNotWhole extends Error {}

const pieceOf = statement((db, param: Param<{ workspaceId: string; fileId: string; n: number }>) =>
  db
    .selectFrom("file_pieces")
    .select("body")
    .where("workspace_id", "=", param("workspaceId"))
    .where("file_id", "=", param("fileId"))
    .where("n", "=", param("n")),
);

/** A byte range, `to` exclusive. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * Yields a complete file or a range, one chunk per pull, without holding a transaction. Throws if the file is
 * not whole.
 */
export async function* readFile(
  db: Db,
  workspaceId: string,
  fileId: string,
  part?: ByteRange,
): AsyncGenerator<Buffer> {
  const file = await sizesOf(db, workspaceId, fileId);
  if (!file) throw new FileNotWhole(`the file ${fileId} is not there`);
  const { from, to } = part ?? { from: 0, to: file.bytes };
  if (to > file.bytes) throw new FileNotWhole(`the file ${fileId} is shorter than the part`);
  for (let n = Math.floor(from / file.bytesOfPiece); n * file.bytesOfPiece < to; n++) {
    const offset = n * file.bytesOfPiece;
    const [piece] = await pieceOf(db, { workspaceId, fileId, n });
    if (piece?.body.length !== Math.min(file.bytesOfPiece, file.bytes - offset))
      throw new FileNotWhole(`a piece of the file ${fileId} is missing`);
    const whole = Buffer.from(piece.body.buffer, piece.body.byteOffset, piece.body.byteLength);
    yield whole.subarray(Math.max(0, from - offset), Math.min(whole.length, to - offset));
  }
}

/** Returns the size of a complete file and of its chunks; all but the last are equal. */
async function sizesOf(db: Db, workspaceId: string, fileId: string) {
  const file = await db
    .selectFrom("files")
    .leftJoin("file_pieces as first", (join) =>
      join
        .onRef("first.workspace_id", "=", "files.workspace_id")
        .onRef("first.file_id", "=", "files.id")
        .on("first.n", "=", 0),
    )
    .select(["bytes", sql<number | null>`octet_length(first.body)`.as("bytesOfPiece")])
    .where("files.workspace_id", "=", workspaceId)
    .where("files.id", "=", fileId)
    .where("sha256", "is not", null)
    .executeTakeFirst();
  return file && { bytes: file.bytes, bytesOfPiece: file.bytesOfPiece || 1 };
}
