import { readdir } from "node:fs/promises";
import type { Entry } from "../../../../client/src/import/files.ts";
import { code } from "./regular-file.ts";

/** Returns the entries of a folder, or the problem as the end of a sentence. */
export async function listFolder(folder: string): Promise<Entry[] | { problem: string }> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  } catch (error) {
    const problem = new Map([
      ["ENOENT", "does not exist"],
      ["ENOTDIR", "is not a folder"],
      ["EACCES", "may not be read"],
    ]).get(code(error));
    return { problem: problem ?? `can't be read (${code(error)})` };
  }
}
