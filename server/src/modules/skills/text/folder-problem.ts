import { nameProblem } from "../../../zip/entry-name.ts";
import { clashOf } from "../../../zip/name-clash.ts";
import type { Problem } from "./folders.ts";

/**
 * The most bytes of a skill's folder: packed again, it is an archive that can be imported, however badly it can be
 * packed.
 */
const mostBytes = 24 * 1024 * 1024;

interface File {
  /** Its path in the folder. */
  path: string;
  file: { bytes: number };
}

/** Returns why the files of a folder can't be a skill's; the path is that of the file. */
export function folderProblem(name: string, files: readonly File[]): Problem | undefined {
  const bytes = files.reduce((sum, { file }) => sum + file.bytes, 0);
  if (bytes > mostBytes)
    return { path: "", message: `The folder has ${bytes} bytes; at most ${mostBytes} are taken.` };
  const wrong = files.find(({ path }) => nameProblem(`${name}/${path}`) !== null);
  if (wrong) return { path: wrong.path, message: `It ${nameProblem(`${name}/${wrong.path}`)}.` };
  return clashOf(files);
}
