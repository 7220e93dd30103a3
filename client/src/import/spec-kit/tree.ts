import type { Files } from "../files.ts";
import { NotImportable, type Notice } from "../format.ts";
import { above } from "../paths.ts";
import { notImported, treeOf } from "../text/tree.ts";
import { featureFiles, featureFolders, ownFolder, placeAt } from "./place.ts";

/** A feature's folder, with the paths of its files from the root. */
export interface Feature {
  /** Its path below the folder of features. */
  name: string;
  path: string;
  files: string[];
}

export interface SpecKitTree {
  root: string;
  below: string;
  features: Feature[];
  /** The files of no feature, which are kept for an export. */
  others: string[];
  notices: Notice[];
}

const hint = "give a repository, its specs folder, or specs/<feature> for one of them.";

/** Lists the features of a repository. Throws `NotImportable` if there are none. */
export async function specKitTree(files: Files, path: string): Promise<SpecKitTree> {
  const place = await placeAt(files, path);
  if (!place) throw new NotImportable(`${path} has no features of spec-kit: ${hint}`);
  const tree: SpecKitTree = { ...place, features: [], others: [], notices: [] };
  for (const folder of featureFolders) {
    if ((await files.kindOf(`${place.root}/${folder}`)) !== "folder") continue;
    const { paths, notices } = await treeOf(files, place.root, folder);
    tree.notices.push(...notices);
    addFeatures(tree, folder, paths);
  }
  await addOwnFolder(files, tree);
  return tree;
}

function addFeatures(
  { features, others, notices }: SpecKitTree,
  folder: string,
  paths: readonly string[],
): void {
  const isFeatureFile = (path: string) => featureFiles.some((name) => path.endsWith(`/${name}`));
  const folders = new Set(
    paths
      .filter(isFeatureFile)
      .map(above)
      .filter((path) => path !== folder),
  );
  const found = new Map<string, Feature>();
  for (const path of paths) {
    const home = outermost(path, folders);
    if (home === null) {
      others.push(path);
      notices.push(notImported(path, "it is in no feature's folder; an export gives it back"));
      continue;
    }
    const feature = found.get(home) ?? { name: home.slice(folder.length + 1), path: home, files: [] };
    feature.files.push(path);
    found.set(home, feature);
  }
  features.push(...found.values());
}

/** Keeps the tool's own files, which make no spec. */
async function addOwnFolder(files: Files, { root, others, notices }: SpecKitTree): Promise<void> {
  if ((await files.kindOf(`${root}/${ownFolder}`)) !== "folder") return;
  const tree = await treeOf(files, root, ownFolder);
  const isFeature = (path: string) => featureFolders.some((folder) => path.startsWith(`${folder}/`));
  const own = tree.paths.filter((path) => !isFeature(path));
  others.push(...own);
  const told = new Set(
    own
      .filter((path) => !path.endsWith("/constitution.md"))
      .map((path) => path.split("/").slice(0, 2).join("/")),
  );
  for (const path of told) notices.push(notImported(path, "it is the tool's own; an export gives it back"));
}

/** Returns the outermost of the folders that a file is in. */
function outermost(path: string, folders: ReadonlySet<string>): string | null {
  const parts = path.split("/");
  for (let depth = 1; depth < parts.length; depth++) {
    const folder = parts.slice(0, depth).join("/");
    if (folders.has(folder)) return folder;
  }
  return null;
}
