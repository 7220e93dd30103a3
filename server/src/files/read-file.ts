import type { Db } from "../storage/dialect.ts";
import { type Param, statement } from "../storage/statement.ts";

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

/**
 * Yields a complete file piece by piece, the next one when it is asked for; between them it holds no transaction. Throws
 * where the file is not there whole.
 */
export async function* readFile(db: Db, workspaceId: string, fileId: string): AsyncGenerator<Buffer> {
  const file = await db
    .selectFrom("files")
    .select("bytes")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", fileId)
    .where("sha256", "is not", null)
    .executeTakeFirst();
  if (!file) throw new FileNotWhole(`the file ${fileId} is not there`);
  for (let [n, left] = [0, file.bytes]; left > 0; n++) {
    const [piece] = await pieceOf(db, { workspaceId, fileId, n });
    if (!piece || piece.body.length > left || piece.body.length === 0)
      throw new FileNotWhole(`a piece of the file ${fileId} is missing`);
    left -= piece.body.length;
    yield Buffer.from(piece.body.buffer, piece.body.byteOffset, piece.body.byteLength);
  }
}
