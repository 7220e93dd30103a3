/** The name of the file that makes a folder a skill. */
const skillFile = "SKILL.md";

interface At {
  path: string;
}

/** The files of one skill; their paths are those in its folder. */
export interface Folder<F extends At> {
  /** The folder's name; null for a skill at the root of an archive, which is named by its front matter. */
  name: string | null;
  files: { path: string; file: F }[];
}

interface Folders<F extends At> {
  folders: Folder<F>[];
  problems: { path: string; message: string }[];
}

/**
 * Sorts the files of an archive into skills: one folder each, also where all of them lie in one folder more (as where
 * somebody packed `skills/`), or one skill at the root.
 */
export function foldersOf<F extends At>(files: readonly F[]): Folders<F> {
  const isSkill = new Set(files.flatMap(({ path }) => (nameOf(path) === skillFile ? [folderOf(path)] : [])));
  const tops = [...isSkill].filter((folder) => !above(folder).some((one) => isSkill.has(one)));
  const problems = [...isSkill]
    .filter((folder) => !tops.includes(folder))
    .map((folder) => ({
      path: `${folder}/${skillFile}`,
      message: "It lies in the folder of another skill. Put each skill beside the others.",
    }));
  const folders = new Map(tops.map((folder) => [folder, [] as Folder<F>["files"]]));
  const nested = [...isSkill].filter((folder) => !tops.includes(folder));
  for (const file of files) {
    const folder = [folderOf(file.path), ...above(folderOf(file.path))].find((one) => folders.has(one));
    if (folder === undefined)
      problems.push({ path: file.path, message: `It lies in no folder with a ${skillFile}.` });
    else if (!nested.some((one) => file.path.startsWith(`${one}/`)))
      folders.get(folder)?.push({ path: file.path.slice(folder === "" ? 0 : folder.length + 1), file });
  }
  return {
    folders: [...folders].map(([path, inside]) => ({
      name: path === "" ? null : nameOf(path),
      files: inside,
    })),
    problems,
  };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** Returns the folders above one, the nearest first; the root is the empty path. */
function above(folder: string): string[] {
  if (folder === "") return [];
  const parent = folderOf(folder);
  return [parent, ...above(parent)];
}
