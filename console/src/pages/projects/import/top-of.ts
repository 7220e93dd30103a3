import { definitionOf, type FormatId } from "../../../../../client/src/import/formats.ts";
import { Refusal } from "../../../base/refusal.ts";
import type { Chosen } from "../../../components/forms/dropped-files.ts";

/** Throws a `Refusal` for no folder or several. */
export function topOf(format: FormatId, given: readonly Chosen[]): string {
  const [first, ...others] = new Set(given.map(({ path }) => path.split("/")[0] ?? ""));
  if (first === undefined) throw new Refusal("This folder is empty.");
  if (given.some(({ path }) => !path.includes("/")))
    throw new Refusal(`This is a file. Drop or choose its folder: ${definitionOf(format).folder}.`);
  if (others.length > 0)
    throw new Refusal("You dropped several folders. Drop their parent folder, or one at a time.");
  return first;
}
