/** The name of the file that makes a folder a skill. */
export const skillFile = "SKILL.md";

interface At {
  path: string;
}

/** The files of one skill; their paths are those in its folder. */
export interface Folder<F extends At> {
  /** Its path in the archive with a slash at the end; empty for a skill at the root. */
  path: string;
  /** The folder's name; null for a skill at the root of an archive, which is named by its front matter. */
  name: string | null;
  files: { path: string; file: F }[];
}

export interface Problem {
  path: string;
  message: string;
}

interface Folders<F extends At> {
  folders: Folder<F>[];
  problems: Problem[];
}

/**
 * Sorts the files of an archive into skills: one folder each, wherever it lies (as where somebody packed `skills/` or
 * `.claude/skills/`), or one skill at the root. All that lies in a skill's folder belongs to it, other skills too.
 */
export function foldersOf<F extends At>(files: readonly F[]): Folders<F> {
  const isSkill = new Set(files.flatMap(({ path }) => (nameOf(path) === skillFile ? [folderOf(path)] : [])));
  const problems: Problem[] = [];
  const folders = new Map<string, Folder<F>>();
  for (const file of files) {
    const path = foldersAbove(file.path).findLast((folder) => isSkill.has(folder));
    if (path === undefined) {
      problems.push({ path: file.path, message: `It lies in no folder with a ${skillFile}.` });
      continue;
    }
    const folder = folders.get(path) ?? {
      path,
      name: path === "" ? null : nameOf(path.slice(0, -1)),
      files: [],
    };
    folders.set(path, folder);
    const own = file.path.slice(path.length);
    folder.files.push({ path: own, file });
    if (own !== skillFile && nameOf(own) === skillFile) problems.push({ path: file.path, message: nested });
  }
  return { folders: [...folders.values()], problems };
}

const nested =
  "It lies in the folder of another skill, and is kept as one of that skill's files. To import it as a skill, put its folder beside the other one.";

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

/** Returns the folders in which a path lies, the nearest first; the root is the empty path. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder.slice(0, -1)))
    folders.push(folder);
  return [...folders, ""];
}
