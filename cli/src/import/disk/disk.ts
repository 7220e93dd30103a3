import { existsSync } from "node:fs";
import { lstat } from "node:fs/promises";
import type { Files } from "../../../../client/src/import/files.ts";
import { listFolder } from "./list-folder.ts";
import { readRegularFile } from "./regular-file.ts";

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
