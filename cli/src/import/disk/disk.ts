import { existsSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import type { Entry, Files } from "../../../../client/src/import/files.ts";
import { code, readRegularFile } from "./regular-file.ts";
import { isTemporary } from "./temporary.ts";

/** Returns the file system, with the working directory as `here`. */
export const disk = (): Files => ({
  here: process.cwd(),
  has: async (path) => existsSync(path),
  async kindOf(path) {
    const found = await lstat(path).catch(() => null);
    return found && (found.isDirectory() ? "folder" : "other");
  },
  list: listFolder,
  read: readRegularFile,
});

/** Returns the entries of a folder but for what a killed sync left, or the problem as the end of a sentence. */
async function listFolder(folder: string): Promise<Entry[] | { problem: string }> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter(({ name }) => !isTemporary(name))
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  } catch (error) {
    const problem = new Map([
      ["ENOENT", "does not exist"],
      ["ENOTDIR", "is not a folder"],
      ["EACCES", "may not be read"],
    ]).get(code(error));
    return { problem: problem ?? `can't be read (${code(error)})` };
  }
}
