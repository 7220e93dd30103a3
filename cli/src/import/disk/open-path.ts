import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { type Opened, openGiven } from "../../../../client/src/import/open-given.ts";
import { isZip } from "../../../../client/src/import/zip.ts";
import { disk } from "./disk.ts";

/** Opens a folder or file of the disk, or an archive as the folder that it holds. */
export async function openPath(path: string): Promise<Opened & { isArchive: boolean }> {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isFile) {
    const file = await openAsBlob(path);
    if (await isZip(file)) {
      const { files, path: within } = await openGiven([{ path: basename(path), file }]);
      return { files, path: within, isArchive: true };
    }
  }
  return { files: disk(), path, isArchive: false };
}
