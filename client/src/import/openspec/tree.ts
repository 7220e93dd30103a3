import type { Files } from "../files.ts";
import { NotImportable, type Notice } from "../format.ts";
import { notImported, treeOf } from "../text/tree.ts";
import { folder, placeAt } from "./place.ts";

/** A change's folder, with the paths of its files from the root. */
export interface Change {
  name: string;
  path: string;
  files: string[];
  isArchived: boolean;
}

/** The files of an `openspec` folder by what they belong to. */
export interface OpenSpecTree {
  root: string;
  below: string;
  changes: Change[];
  /** Those of no change. */
  others: string[];
  notices: Notice[];
}

const CHANGE = /^openspec\/changes\/(archive\/)?([^/]+)\/(.+)$/u;
/** The files that make a folder a change. */
const MAKES_CHANGE = /^(?:proposal\.md|tasks\.md|design\.md|\.openspec\.yaml|specs\/.+\.md)$/u;

export const hint = "give a repository, its openspec folder, or openspec/changes/<change> for one of them.";

/** Lists the files of an `openspec` folder. Throws `NotImportable` if there is none. */
export async function openSpecTree(files: Files, path: string): Promise<OpenSpecTree> {
  const place = await placeAt(files, path);
  if (!place) throw new NotImportable(`${path} has no openspec folder: ${hint}`);
  const { paths, notices } = await treeOf(files, place.root, folder);
  const changes = new Map<string, Change>();
  const others: string[] = [];
  for (const file of paths) {
    const [, archive, name = ""] = CHANGE.exec(file) ?? [];
    if (name === "") {
      others.push(file);
      continue;
    }
    const at = `openspec/changes/${archive ?? ""}${name}`;
    const change = changes.get(at) ?? { name, path: at, files: [], isArchived: archive !== undefined };
    change.files.push(file);
    changes.set(at, change);
  }
  const real = [...changes.values()].filter((change) => {
    if (change.files.some((file) => MAKES_CHANGE.test(file.slice(change.path.length + 1)))) return true;
    others.push(...change.files);
    notices.push(notImported(change.path, "it holds neither proposal, design, tasks nor specs"));
    return false;
  });
  return { ...place, changes: real, others, notices };
}
