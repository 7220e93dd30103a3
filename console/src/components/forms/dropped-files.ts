import type { DragEvent } from "react";
import { UserError } from "../../base/user-error.ts";

export interface Dropped {
  file: File;
  /** The path within the drop; empty for a single file. */
  folderPath: string;
}

/** The path is just the name outside folders. */
export interface Chosen {
  file: File;
  path: string;
}

/** Nobody uploads a folder with more files on purpose. */
const mostFiles = 10_000;

/** Files that operating systems leave in folders. */
const leftovers = /^(\.DS_Store|Thumbs\.db|desktop\.ini)$/;

/** Folders that nobody means: other people's code, and Git's own files. */
const foreign = /^(?:node_modules|\.git)$/;

/** Returns the dropped files, including those in folders. */
export async function filesOf({ dataTransfer }: DragEvent): Promise<Dropped[]> {
  // The entries are invalid after the event.
  const items = [...dataTransfer.items].map((item) => [item.webkitGetAsEntry(), item.getAsFile()] as const);
  const counted = { files: 0 };
  const found = await Promise.all(
    items.map(async ([entry, file]) => {
      if (entry) return filesIn(entry, "", counted);
      return file ? [{ file, folderPath: "" }] : [];
    }),
  );
  return found.flat().filter(({ file }) => !leftovers.test(file.name));
}

export const withPaths = (dropped: readonly Dropped[]): Chosen[] =>
  dropped.map(({ file, folderPath }) => ({
    file,
    path: folderPath ? `${folderPath}/${file.name}` : file.name,
  }));

/** Resets the field, so that the same files can be chosen again. */
export function takeChosen(input: HTMLInputElement): Chosen[] {
  const files = [...(input.files ?? [])].filter(
    ({ name, webkitRelativePath: path }) =>
      !leftovers.test(name) && !path.split("/").some((part) => foreign.test(part)),
  );
  input.value = "";
  requireFew(files.length);
  return files.map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

function requireFew(count: number): void {
  if (count > mostFiles)
    throw new UserError(
      `This folder has more than ${mostFiles.toLocaleString("en")} files. Choose the subfolder that you need.`,
    );
}

async function filesIn(
  entry: FileSystemEntry,
  folderPath: string,
  counted: { files: number },
): Promise<Dropped[]> {
  if (isFile(entry)) {
    requireFew(++counted.files);
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ file, folderPath }];
  }
  if (foreign.test(entry.name)) return [];
  const inside = folderPath === "" ? entry.name : `${folderPath}/${entry.name}`;
  const entries = await entriesOf(entry as FileSystemDirectoryEntry);
  return (await Promise.all(entries.map((one) => filesIn(one, inside, counted)))).flat();
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** A folder is read in batches until an empty one. */
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
