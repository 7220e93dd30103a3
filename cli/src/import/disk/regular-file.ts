import type { Stats } from "node:fs";
import { lstat, readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { largestFile, tooLarge } from "../../../../client/src/import/files.ts";

/** Returns the code of a system error. */
export const code = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

const kindOf = (file: Stats) =>
  file.isDirectory() ? "a folder" : file.isFIFO() ? "a named pipe" : "a device or socket";

/**
 * Returns the bytes of a regular file, or the problem as the end of a sentence. Symlinks must stay inside the
 * folder, so that a foreign folder can't choose which of the machine's files are sent.
 */
export async function readRegularFile(
  folder: string,
  name: string,
): Promise<{ bytes: Buffer<ArrayBuffer> } | { problem: string }> {
  const path = join(folder, name);
  let isLink = false;
  try {
    isLink = (await lstat(path)).isSymbolicLink();
    const real = isLink ? await realpath(path) : path;
    if (isLink && !real.startsWith(join(await realpath(folder), sep)))
      return { problem: `is a link to ${real}, which lies outside the folder` };
    const file = await stat(real);
    // Reading a pipe could block forever.
    if (!file.isFile()) return { problem: `is ${isLink ? "a link to " : ""}${kindOf(file)}, not a file` };
    if (file.size > largestFile) return { problem: tooLarge };
    return { bytes: await readFile(real) };
  } catch (error) {
    if (isLink && code(error) === "ENOENT") return { problem: "is a link to nothing" };
    return { problem: `can't be read (${code(error)})` };
  }
}
