import { openAsBlob } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { Failure } from "./failure.ts";

/** A file to send: its path in the folder, with slashes, and where it lies. */
export interface FolderFile {
  path: string;
  file: string;
}

/** Lists the files of a folder by path, or one file. Hidden names and links are left out. */
export async function filesOf(given: string): Promise<FolderFile[]> {
  const status = await lstat(given).catch((cause) => {
    throw new Failure(`${given} can't be read (${cause.code}). Check its name.`, { cause });
  });
  if (!status.isDirectory()) return [{ path: basename(given), file: given }];
  const entries = await readdir(given, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: file.slice(join(given, "/").length).replaceAll("\\", "/"), file }))
    .filter(({ path }) => !path.split("/").some((name) => name.startsWith(".")));
  if (files.length === 0) throw new Failure(`${given} has no files.`);
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Returns files as an upload sends them, read when they are sent. */
export const uploadsOf = (files: readonly FolderFile[]): Promise<File[]> =>
  Promise.all(files.map(async ({ path, file }) => new File([await openAsBlob(file)], path)));
