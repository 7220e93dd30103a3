import { invalid } from "../errors.ts";
import type { AnchorState } from "../storage/tables/anchors.ts";
import { bestPlace, placesOf } from "./quotes.ts";
import { contextOf } from "./surroundings.ts";

/** An anchor holds a quote in a text by the words, by what stood around them, and by their place at a revision. */
export interface Anchor {
  exact: string;
  prefix: string;
  suffix: string;
  start: number;
  end: number;
  revision: number;
  state: AnchorState;
}

/** The words that a body names, with what is known of where they are. */
export interface Quote {
  exact: string;
  prefix?: string | undefined;
  suffix?: string | undefined;
  start?: number | undefined;
}

/**
 * Finds the words of a body in the text of a revision. Of several places the one whose surroundings are the most like
 * those of the body is taken, or the first. Throws 400 where the words are not there, or not at the `start` that the body
 * names. `path` is the JSON Pointer of the quote.
 */
export function placeAnchor(text: string, revision: number, quote: Quote, path = "/anchor"): Anchor {
  const { exact, prefix = "", suffix = "", start } = quote;
  if (exact === "") throw invalid(`${path}/exact`, "is empty; send the words that it is about");
  if (start !== undefined && !text.startsWith(exact, start))
    throw invalid(`${path}/start`, "is not where the words are in this revision");
  const at = start ?? bestPlace(text, placesOf(text, exact), { prefix, suffix })?.start;
  if (at === undefined)
    throw invalid(
      `${path}/exact`,
      "is not in the text of this revision; quote the words as they stand there",
    );
  return attachedAt(text, revision, at, at + exact.length);
}

/** Returns the anchor of a part of a text. */
export const attachedAt = (text: string, revision: number, start: number, end: number): Anchor => ({
  exact: text.slice(start, end),
  ...contextOf(text, start, end),
  ...{ start, end, revision, state: "attached" },
});
