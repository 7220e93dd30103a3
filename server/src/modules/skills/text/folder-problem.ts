import { nameProblem } from "../../../zip/entry-name.ts";
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

/**
 * Returns the first path of which file systems may take a file or a folder for another one: they tell neither cases nor
 * forms of letters apart. Sorted without them, such paths follow one another.
 */
function clashOf(files: readonly File[]): Problem | undefined {
  const paths = files.map(({ path }) => {
    const folded = path.normalize("NFC").toLowerCase();
    return { path, parts: path.split("/"), folded: folded.split("/"), key: folded.replaceAll("/", "\0") };
  });
  paths.sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const [n, { path, parts, folded }] of paths.entries()) {
    const before = paths[n - 1];
    const at = before?.folded.findIndex((part, i) => part !== folded[i] || before.parts[i] !== parts[i]) ?? 0;
    // Where all parts are there, too, the file before is a folder here.
    if (before && (at < 0 || before.folded[at] === folded[at]))
      return { path, message: sameName(before.path) };
  }
  return undefined;
}

const sameName = (other: string) =>
  `On some computers it, or a folder above it, has the same name as ${other} or one above that. Rename one of them.`;
