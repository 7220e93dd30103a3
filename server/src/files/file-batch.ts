import { hash } from "node:crypto";
import type { Multipart } from "@groundplan/contract";
import { newId } from "../ids.ts";
import { addFiles, type SmallFile } from "./add-files.ts";
import { bytesOfPiece } from "./add-piece.ts";
import { piecesOf, type StoredFile, type StoringContext, storePieces } from "./store-file.ts";

/** Files per commit; their total size is at most one chunk. */
const filesAtOnce = 100;

export interface FileBatch {
  /** Reads a stream to its end; throws 413 beyond the limit. Resolves before a small file is stored. */
  add(stream: AsyncIterable<Uint8Array>): Promise<void>;
  /** Returns all files in the order in which they were added, stored but unreferenced. */
  close(): Promise<StoredFile[]>;
}

/** Opens a batch that stores files of one chunk many per commit. A failure leaves files for the sweep. */
export function openFileBatch(
  context: StoringContext,
  workspaceId: string,
  { fileBytes, isAlone }: Pick<Multipart, "fileBytes" | "isAlone">,
): FileBatch {
  const added: StoredFile[] = [];
  let group: { stored: StoredFile; body: Uint8Array }[] = [];
  let bytesOfGroup = 0;

  async function flush(): Promise<void> {
    if (group.length === 0) return;
    const files: SmallFile[] = group.map(({ stored: { fileId, sha256 }, body }) => ({
      fileId,
      sha256,
      body,
    }));
    const ids = await context.writer.run(addFiles, {
      workspaceId,
      files,
      quota: context.config.workspaceBytes,
    });
    for (const { stored } of group) stored.fileId = ids[stored.sha256] ?? stored.fileId;
    [group, bytesOfGroup] = [[], 0];
  }

  return {
    async add(stream) {
      const pieces = piecesOf(stream, fileBytes);
      const { value: body = new Uint8Array() } = await pieces.next();
      const second = await pieces.next();
      if (isAlone || !second.done) {
        const all = chain([body, ...(second.done ? [] : [second.value])], pieces);
        added.push(await storePieces(context, workspaceId, all, { isAlone: isAlone === true }));
        return;
      }
      if (group.length === filesAtOnce || bytesOfGroup + body.length > bytesOfPiece) await flush();
      const stored = { fileId: newId(), sha256: hash("sha256", body), bytes: body.length };
      added.push(stored);
      group.push({ stored, body });
      bytesOfGroup += body.length;
    },
    async close() {
      await flush();
      return added;
    },
  };
}

async function* chain(seen: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>) {
  yield* seen;
  yield* rest;
}
