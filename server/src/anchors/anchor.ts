import { invalid } from "../errors.ts";
import type { AnchorState } from "../storage/tables/anchors.ts";
import { bestRange, rangesOf } from "./quotes.ts";
import { contextOf } from "./surroundings.ts";

/** A quote in a text, located by its words, their surroundings and their offsets at a revision. */
export interface Anchor {
  exact: string;
  prefix: string;
  suffix: string;
  start: number;
  end: number;
  revision: number;
  state: AnchorState;
}

/** A quote in a request, with hints about its location. */
export interface Quote {
  exact: string;
  prefix?: string | undefined;
  suffix?: string | undefined;
  start?: number | undefined;
}

/**
 * Locates a request's quote in a revision's text. Among several occurrences, the one with the most similar
 * surroundings wins, or the first. Throws 400 if the words are missing, or not at the given `start`. `path`
 * is the quote's JSON Pointer.
 */
export function placeAnchor(text: string, revision: number, quote: Quote, path = "/anchor"): Anchor {
  const { exact, prefix = "", suffix = "", start } = quote;
  if (exact === "") throw invalid(`${path}/exact`, "is empty; send the words that it is about");
  if (start !== undefined && !text.startsWith(exact, start))
    throw invalid(`${path}/start`, "is not where the words are in this revision");
  const at = start ?? bestRange(text, rangesOf(text, exact), { prefix, suffix })?.start;
  if (at === undefined)
    throw invalid(`${path}/exact`, "is not in the text of this revision; quote it exactly");
  return attachedAt(text, revision, at, at + exact.length);
}

export const attachedAt = (text: string, revision: number, start: number, end: number): Anchor => ({
  exact: text.slice(start, end),
  ...contextOf(text, start, end),
  start,
  end,
  revision,
  state: "attached",
});
