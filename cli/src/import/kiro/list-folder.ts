import { readdir } from "node:fs/promises";
import { NotImportable } from "../format.ts";
import { code } from "./regular-file.ts";

/** The end of a sentence that says what to give. */
export const hint =
  "give the folder of one Kiro spec, such as .kiro/specs/<feature>, or .kiro/specs for all of them.";

/** Returns the entries of a folder by name. Throws `NotImportable` where it can't be listed. */
export async function listFolder(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (cause) {
    const problem = new Map([
      ["ENOENT", "does not exist"],
      ["ENOTDIR", "is not a folder"],
      ["EACCES", "may not be read"],
    ]).get(code(cause));
    throw new NotImportable(`${folder} ${problem ?? `can't be read (${code(cause)})`}: ${hint}`, { cause });
  }
}
