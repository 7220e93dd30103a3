import { hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { newId } from "../ids.ts";
import { addFiles, type SmallFile } from "./add-files.ts";
import { bytesOfPiece } from "./add-piece.ts";
import { type StoringContext, storeFile } from "./store-file.ts";

/** A file to store, of exactly this size; `parts` throws otherwise. */
interface Source {
  bytes: number;
  parts(): AsyncIterable<Uint8Array>;
}

/** Files per commit; their total size is at most one chunk. */
const filesAtOnce = 100;

/**
 * Stores files in order, small ones grouped per commit, and returns their ids. They are unreferenced: the
 * sweep deletes them after an hour.
 */
export async function storeFiles(
  context: StoringContext,
  workspaceId: string,
  sources: readonly Source[],
): Promise<string[]> {
  const stored: (string | SmallFile)[] = [];
  let ids: Record<string, string> = {};
  let [waiting, bytes]: [SmallFile[], number] = [[], 0];
  const flush = async () => {
    if (waiting.length > 0)
      ids = {
        ...ids,
        ...(await context.writer.run(addFiles, {
          workspaceId,
          files: waiting,
          quota: context.config.workspaceBytes,
        })),
      };
    [waiting, bytes] = [[], 0];
  };
  for (const source of sources) {
    if (source.bytes > bytesOfPiece) {
      const { fileId } = await storeFile(context, workspaceId, source.parts(), source.bytes);
      stored.push(fileId);
      continue;
    }
    if (waiting.length === filesAtOnce || bytes + source.bytes > bytesOfPiece) await flush();
    // Copied: posting a view would clone its whole buffer to the writer's thread.
    const body = new Uint8Array(await buffer(source.parts()));
    const file = { fileId: newId(), sha256: hash("sha256", body), body };
    waiting.push(file);
    bytes += body.length;
    stored.push(file);
  }
  await flush();
  return stored.map((one) => (typeof one === "string" ? one : (ids[one.sha256] ?? one.fileId)));
}
