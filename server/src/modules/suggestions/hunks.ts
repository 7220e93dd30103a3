import { type createSuggestion, type Input, suggestionLimits } from "@groundplan/contract";
import { areInOrder } from "../../anchors/in-order.ts";
import { onlyRange } from "../../anchors/quotes.ts";
import { splitsCharacter } from "../../anchors/surroundings.ts";
import { invalid } from "../../errors.ts";

export interface Hunk {
  start: number;
  end: number;
  exact: string;
  replacement: string;
}

type Replacement = Pick<Hunk, "start" | "end" | "replacement">;
type Given = Input<typeof createSuggestion>["body"]["hunks"][number];

/** Returns a body's hunks in text order; throws 400 if one is invalid. */
export function readHunks(text: string, bodies: readonly Given[]): Hunk[] {
  const areQuoted = bodies[0]?.exact !== undefined;
  const given = bodies.map((body, n) => rangeOf(text, body, `/hunks/${n}`, areQuoted));
  const total = given.reduce((sum, { replacement }) => sum + Buffer.byteLength(replacement), 0);
  if (total > suggestionLimits.bytes)
    throw invalid("/hunks", `is larger than ${suggestionLimits.bytes} bytes in total`);
  const replaced = given.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);
  if (replaced > suggestionLimits.replaced)
    throw invalid("/hunks", `replaces more than ${suggestionLimits.replaced} UTF-16 units in total`);
  const hunks = given.map(({ start, end, replacement }, n) => {
    const path = `/hunks/${n}`;
    if (end < start) throw invalid(`${path}/end`, "is before its start");
    if (end > text.length)
      throw invalid(`${path}/end`, `is past the end of the text, which has ${text.length} code units`);
    if (splitsCharacter(text, start)) throw invalid(`${path}/start`, "is in the middle of a character");
    if (splitsCharacter(text, end)) throw invalid(`${path}/end`, "is in the middle of a character");
    const exact = text.slice(start, end);
    if (exact === replacement) throw invalid(`${path}/replacement`, "is the same as the current text");
    return { n, start, end, exact, replacement };
  });
  hunks.sort((a, b) => a.start - b.start || a.end - b.end);
  for (const [index, { n, start, end }] of hunks.entries()) {
    const before = hunks[index - 1];
    const isSameRange = before?.start === start && before.end === end;
    if (before && (before.end > start || isSameRange))
      throw invalid(`/hunks/${n}`, `overlaps hunk ${before.n}; merge the two`);
  }
  return hunks.map(({ start, end, exact, replacement }) => ({ start, end, exact, replacement }));
}

/** Returns the range that a hunk names by offsets or by its words; all hunks of a call use the same form. */
function rangeOf(
  text: string,
  { start, end, exact, prefix, suffix, replacement }: Given,
  path: string,
  areQuoted: boolean,
): Replacement {
  if ((exact !== undefined) !== areQuoted)
    throw invalid(path, "uses another form than the first hunk; use `exact` in all hunks, or offsets in all");
  if (exact === undefined) {
    if (start === undefined || end === undefined)
      throw invalid(path, "must have `start` and `end`, or `exact`");
    if (prefix !== undefined || suffix !== undefined)
      throw invalid(path, "has a prefix or suffix without `exact`");
    return { start, end, replacement };
  }
  if (start !== undefined || end !== undefined)
    throw invalid(path, "must have either `start` and `end`, or `exact`");
  const around = { prefix: prefix ?? "", suffix: suffix ?? "" };
  return { ...onlyRange(text, exact, `${path}/exact`, around), replacement };
}

/** Tests whether hunks still apply: their words are there, in order. */
export const fits = (text: string, hunks: readonly Hunk[]): boolean =>
  areInOrder(hunks) && hunks.every(({ start, end, exact }) => text.slice(start, end) === exact);

/** Applies ordered hunks to a text; throws if they are out of order or overlap. */
export function applyHunks(text: string, hunks: readonly Replacement[]): string {
  if (!areInOrder(hunks)) throw new Error("The hunks are not in the order of the text.");
  let applied = "";
  let at = 0;
  for (const { start, end, replacement } of hunks) {
    applied += text.slice(at, start) + replacement;
    at = end;
  }
  return applied + text.slice(at);
}
