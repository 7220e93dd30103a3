import { type Files, whole } from "../files.ts";
import { above, joined, nameOf } from "../paths.ts";

/** The name of the format's folder, below the repository's root. */
export const folder = "openspec";

/** The parts of which the folder has at least one. */
const parts = ["specs", "changes", "project.md", "config.yaml"];

/** The repository's root, and the part that a path names below `openspec`; "" if it is all. */
export interface OpenSpecPlace {
  root: string;
  below: string;
}

/** Finds the `openspec` folder in or around a path; null if there is none. */
export async function placeAt(files: Files, path: string): Promise<OpenSpecPlace | null> {
  const full = whole(files, path);
  if (await isOpenSpecFolder(files, joined(full, folder))) return { root: full, below: "" };
  for (let at = full; at !== "/"; at = above(at)) {
    if (nameOf(at) !== folder || !(await isOpenSpecFolder(files, at))) continue;
    return { root: above(at), below: full.slice(at.length + 1) };
  }
  return null;
}

async function isOpenSpecFolder(files: Files, path: string): Promise<boolean> {
  if ((await files.kindOf(path)) !== "folder") return false;
  for (const part of parts) if (await files.has(joined(path, part))) return true;
  return false;
}
