import type { Format } from "../../../client/src/import/format.ts";

/** The files of a folder that a format reads, and the references of its topmost plans. */
export interface ReadFolder {
  files: Map<string, Buffer>;
  tops: string[];
}

/** Reads what an import would. Throws `NotImportable`. */
export async function readFolder(
  format: Format,
  path: string,
  reading: Readonly<Record<string, string>>,
): Promise<ReadFolder> {
  const found = await format.find(path, reading);
  const read: ReadFolder = { files: new Map(), tops: found.root ? [found.root.externalRef] : [] };
  for (const source of found.sources) {
    const { plans, files = [] } = await format.read(source, reading);
    for (const { path: at, bytes } of files) read.files.set(at, Buffer.from(bytes));
    for (const { externalRef, parentExternalRef } of plans)
      if (parentExternalRef === undefined) read.tops.push(externalRef);
  }
  return read;
}
