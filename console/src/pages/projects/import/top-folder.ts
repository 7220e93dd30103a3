import { definitionOf, type FormatId } from "../../../../../client/src/import/formats.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Chosen } from "../../../components/forms/dropped-files.ts";

/** Throws a `UserError` for no folder or several. */
export function topFolderOf(format: FormatId, given: readonly Chosen[]): string {
  const [first, ...others] = new Set(given.map(({ path }) => path.split("/")[0] ?? ""));
  if (first === undefined) throw new UserError("This folder is empty.");
  if (given.some(({ path }) => !path.includes("/")))
    throw new UserError(`This is a file. Drop or choose its folder: ${definitionOf(format).folder}.`);
  if (others.length > 0)
    throw new UserError("You dropped several folders. Drop their parent folder, or one at a time.");
  return first;
}
