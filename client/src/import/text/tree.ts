import type { Files } from "../files.ts";
import type { Notice, SourceFile } from "../format.ts";
import { joined } from "../paths.ts";

/** Levels of folders read below a format's folder. */
const deepest = 12;
/** Files of one format's folder. */
const mostFiles = 20_000;
const unread = /^(?:\.git|node_modules)$/u;

/** The paths of a folder's files, sorted, and why others are left out. */
export interface Tree {
  paths: string[];
  notices: Notice[];
}

/** Lists the files below `root/folder` by their paths from `root`. Links to folders aren't followed. */
export async function treeOf(files: Files, root: string, folder: string): Promise<Tree> {
  const tree: Tree = { paths: [], notices: [] };
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await files.list(joined(root, next));
    if ("problem" in entries) {
      tree.notices.push(notImported(next, entries.problem));
      continue;
    }
    for (const { name, isFolder } of entries) {
      const path = next === "" ? name : `${next}/${name}`;
      if (!isFolder && tree.paths.length < mostFiles) tree.paths.push(path);
      else if (!isFolder) tree.notices.push(notImported(path, `there are ${mostFiles} files before it`));
      else if (unread.test(name)) tree.notices.push(notImported(path, "not a folder of plans"));
      else if (path.split("/").length > deepest)
        tree.notices.push(notImported(path, `more than ${deepest} levels deep`));
      else folders.push(path);
    }
  }
  tree.paths.sort((a, b) => (a < b ? -1 : 1));
  return tree;
}

/** Reads a file of the tree; null, with a notice, if it can't be. */
export async function readFile(
  files: Files,
  root: string,
  path: string,
  notices: Notice[],
): Promise<SourceFile | null> {
  const slash = path.lastIndexOf("/");
  const read = await files.read(joined(root, path.slice(0, Math.max(0, slash))), path.slice(slash + 1));
  if ("bytes" in read) return { path, bytes: read.bytes };
  notices.push(notImported(path, read.problem));
  return null;
}

/** Returns the notice for a whole file or folder. */
export const notImported = (file: string, why: string): Notice => ({
  file,
  line: 1,
  text: "",
  why: `not imported: ${why}`,
});
