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
  const folders = topsOf(files).map((path) => newFolder<F>(path));
  const problems: Problem[] = [];
  let at = 0;
  for (const file of files.toSorted(byPath)) {
    // The paths in a folder follow one another, so that each folder is passed once.
    while (isBehind(folders[at], file)) at++;
    const folder = folders[at];
    if (!folder || !file.path.startsWith(folder.path)) {
      problems.push({ path: file.path, message: `It lies in no folder with a ${skillFile}.` });
      continue;
    }
    const path = file.path.slice(folder.path.length);
    folder.files.push({ path, file });
    if (path !== skillFile && isSkillFile(path)) problems.push({ path: file.path, message: nested });
  }
  return { folders, problems };
}

const isBehind = (folder: At | undefined, { path }: At) =>
  folder !== undefined && folder.path < path && !path.startsWith(folder.path);

/** Returns the folders with a `SKILL.md` that lie in no other one of them, by path. */
function topsOf(files: readonly At[]): string[] {
  const tops: string[] = [];
  for (const { path } of files.filter((file) => isSkillFile(file.path)).toSorted(byPath)) {
    const folder = path.slice(0, -skillFile.length);
    const last = tops.at(-1);
    if (last === undefined || !folder.startsWith(last)) tops.push(folder);
  }
  return tops;
}
const nested =
  "It lies in the folder of another skill, and is kept as one of that skill's files. To import it as a skill, put its folder beside the other one.";

const isSkillFile = (path: string) => path === skillFile || path.endsWith(`/${skillFile}`);
const byPath = (a: At, b: At) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

const newFolder = <F extends At>(path: string): Folder<F> => ({
  path,
  name: path === "" ? null : (path.split("/").at(-2) ?? null),
  files: [],
});
