import type { Entry, Files } from "../files.ts";
import { NotImportable } from "../format.ts";

export const hint =
  "give the folder of one Kiro spec, such as .kiro/specs/<feature>, or .kiro/specs for all of them.";

/** Returns a folder's entries sorted by name. Throws `NotImportable` if it can't be listed. */
export async function listed(files: Files, folder: string): Promise<Entry[]> {
  const entries = await files.list(folder);
  if ("problem" in entries) throw new NotImportable(`${folder} ${entries.problem}: ${hint}`);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}
