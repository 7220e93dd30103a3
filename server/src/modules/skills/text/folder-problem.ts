import { nameProblem } from "../../../zip/entry-name.ts";
import { clashOf } from "../../../zip/name-clash.ts";
import type { Problem } from "./folders.ts";

/** Bytes of a folder, small enough that an exported archive can be imported again. */
const mostBytes = 24 * 1024 * 1024;

interface File {
  /** Path in the folder. */
  path: string;
  file: { bytes: number };
}

/** Returns why a folder's files are refused; the path is the file's. */
export function folderProblem(name: string, files: readonly File[]): Problem | undefined {
  const bytes = files.reduce((sum, { file }) => sum + file.bytes, 0);
  if (bytes > mostBytes)
    return { path: "", message: `The folder has ${bytes} bytes; at most ${mostBytes} are taken.` };
  const wrong = files.find(({ path }) => nameProblem(`${name}/${path}`) !== null);
  if (wrong) return { path: wrong.path, message: `It ${nameProblem(`${name}/${wrong.path}`)}.` };
  return clashOf(files);
}
