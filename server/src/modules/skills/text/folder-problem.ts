import { nameProblem } from "../../../zip/entry-name.ts";
import { foldersAbove, type Problem } from "./folders.ts";

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
  const seen = new Map<string, string>();
  for (const { path } of files) {
    const problem = nameProblem(`${name}/${path}`);
    if (problem !== null) return { path, message: `It ${problem}.` };
    for (const [at, one] of [path, ...foldersAbove(path)].entries()) {
      if (one === "") continue;
      const known = seen.get(folded(one));
      if (known === one && at > 0) break; // The folders above a folder that is known are known, too.
      if (known !== undefined) return { path, message: sameName(known) };
      seen.set(folded(one), one);
    }
  }
  return undefined;
}

/** Returns a path as file systems compare it that tell neither cases nor forms of letters apart; folders are no files. */
const folded = (path: string) => path.replace(/\/$/, "").normalize("NFC").toLowerCase();

const sameName = (other: string) =>
  `On some computers it has the same name as ${other}, so that one would overwrite the other. Rename one of them.`;
