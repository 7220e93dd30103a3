import type { DragEvent } from "react";

/** A file that was dropped. */
export interface Dropped {
  file: File;
  /** The folder inside of what was dropped; empty for a file alone. */
  folderPath: string;
}

/** The files that systems leave in folders, and nobody means to send. */
const leftovers = /^(\.DS_Store|Thumbs\.db|desktop\.ini)$/;

/** Returns the files that were dropped, those in folders with the folder. */
export async function filesOf({ dataTransfer }: DragEvent): Promise<Dropped[]> {
  // The entries are gone once the event is over, so they are taken before anything is awaited.
  const items = [...dataTransfer.items].map((item) => [item.webkitGetAsEntry(), item.getAsFile()] as const);
  const found = await Promise.all(
    items.map(async ([entry, file]) => {
      if (entry) return filesIn(entry, "");
      return file ? [{ file, folderPath: "" }] : [];
    }),
  );
  return found.flat().filter(({ file }) => !leftovers.test(file.name));
}

async function filesIn(entry: FileSystemEntry, folderPath: string): Promise<Dropped[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ file, folderPath }];
  }
  const inside = folderPath === "" ? entry.name : `${folderPath}/${entry.name}`;
  const entries = await entriesOf(entry as FileSystemDirectoryEntry);
  return (await Promise.all(entries.map((one) => filesIn(one, inside)))).flat();
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** A folder is read in parts, until one is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return all;
    all.push(...part);
  }
}
