import { type Files, whole } from "../files.ts";
import type { Source } from "../format.ts";
import { above, joined, nameOf } from "../paths.ts";
import { textOf } from "../text/utf8.ts";

/** The file of all issues, by its path from the root of its repository. */
export interface IssuesFile {
  root: string;
  path: string;
}

/** The file with its content, and the name of its repository. */
export interface BeadsSource extends Source, IssuesFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export const ownFolder = ".beads";
/** The second is of older versions. */
const names = ["issues.jsonl", "beads.jsonl"];

/** Finds the issues at a path; null if there are none. */
export async function findIssues(files: Files, path: string): Promise<IssuesFile | null> {
  const full = whole(files, path);
  if ((await files.kindOf(full)) === "other" && nameOf(full).endsWith(".jsonl"))
    return (await holdsIssues(files, full)) ? placeOf(full) : null;
  for (const inside of names.map((name) => `${ownFolder}/${name}`))
    if ((await files.kindOf(joined(full, inside))) === "other") return { root: full, path: inside };
  for (const file of names.map((name) => joined(full, name)))
    if (await holdsIssues(files, file)) return placeOf(file);
  return null;
}

function placeOf(file: string): IssuesFile {
  const folder = above(file);
  if (nameOf(folder) !== ownFolder) return { root: folder, path: nameOf(file) };
  return { root: above(folder), path: `${ownFolder}/${nameOf(file)}` };
}

/** Tests whether a file's first line is an issue. */
async function holdsIssues(files: Files, file: string): Promise<boolean> {
  if ((await files.kindOf(file)) !== "other") return false;
  const read = await files.read(above(file), nameOf(file));
  if ("problem" in read) return false;
  const [line = ""] = (textOf(read.bytes.subarray(0, 1_048_576)) ?? "").trimStart().split("\n", 1);
  return ["id", "title", "status"].every((name) => line.includes(`"${name}"`));
}
