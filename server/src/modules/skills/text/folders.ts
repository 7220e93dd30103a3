export const skillFile = "SKILL.md";

interface At {
  path: string;
}

/** A skill's files, with paths relative to its folder. */
export interface Folder<F extends At> {
  /** Path in the archive with a trailing slash; "" at the root. */
  path: string;
  /** Folder name; null at the root, whose name is in the front matter. */
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
 * Groups an archive's files into skills: folders at any depth, or one skill at the root. Nested skills belong
 * to the outer one.
 */
export function foldersOf<F extends At>(files: readonly F[]): Folders<F> {
  const folders = topsOf(files).map((path) => newFolder<F>(path));
  const problems: Problem[] = [];
  let index = 0;
  for (const file of files.toSorted(byPath)) {
    // Sorted paths visit each folder once.
    while (isBehind(folders[index], file)) index++;
    const folder = folders[index];
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

/** Returns the outermost folders with a `SKILL.md`, by path. */
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
  "It is in the folder of another skill and is kept as one of that skill's files. To import it as a skill, move its folder next to the other one.";

const isSkillFile = (path: string) => path === skillFile || path.endsWith(`/${skillFile}`);
const byPath = (a: At, b: At) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

const newFolder = <F extends At>(path: string): Folder<F> => ({
  path,
  name: path === "" ? null : (path.split("/").at(-2) ?? null),
  files: [],
});
