import type { Entry, Files } from "../files.ts";
import { NotImportable } from "../format.ts";

/** The end of a sentence that says what to give. */
export const hint =
  "give the folder of one Kiro spec, such as .kiro/specs/<feature>, or .kiro/specs for all of them.";

/** Returns what a folder holds, by name. Throws `NotImportable` where it can't be listed. */
export async function listed(files: Files, folder: string): Promise<Entry[]> {
  const entries = await files.list(folder);
  if ("problem" in entries) throw new NotImportable(`${folder} ${entries.problem}: ${hint}`);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}
