import { type Files, whole } from "../files.ts";
import { above, joined, nameOf } from "../paths.ts";

/** Where features are, from the repository's root. */
export const featureFolders = ["specs", ".specify/specs"];

/** Files of a feature of which it has at least one. */
export const featureFiles = ["spec.md", "tasks.md", "plan.md"];

/** The tool's own folder. */
export const ownFolder = ".specify";
/** Parts of the tool's own folder. */
const ownParts = ["memory", "templates", "scripts", "specs", "feature.json"];
/** Other formats have folders of this name, too. */
const others = new Set(["openspec", ".kiro"]);
/** Folders looked into, since a repository may have any `specs`. */
const mostFolders = 200;

/** The repository's root, and the path of what was named in it; "" if it is all. */
export interface SpecKitPlace {
  root: string;
  below: string;
}

/** Finds the repository of a path with features or with the tool's own folder; null if there is none. */
export async function placeAt(files: Files, path: string): Promise<SpecKitPlace | null> {
  const full = whole(files, path);
  for (let root = full; ; root = above(root)) {
    const below = root === "/" ? full.slice(1) : full.slice(root.length + 1);
    const isWithin = [ownFolder, ...featureFolders].some(
      (folder) => below === folder || below.startsWith(`${folder}/`),
    );
    if ((below === "" || isWithin) && (await isRepository(files, root))) return { root, below };
    if (root === "/") return null;
  }
}

async function isRepository(files: Files, root: string): Promise<boolean> {
  if (others.has(nameOf(root))) return false;
  for (const part of ownParts) if (await files.has(joined(root, ownFolder, part))) return true;
  return holdsFeature(files, joined(root, "specs"));
}

async function holdsFeature(files: Files, folder: string): Promise<boolean> {
  const entries = await files.list(folder);
  if ("problem" in entries) return false;
  for (const { name, isFolder } of entries.slice(0, mostFolders))
    if (isFolder && (await files.has(joined(folder, name, "spec.md")))) return true;
  return false;
}
