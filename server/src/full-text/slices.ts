import { longestPhrase } from "./parts.ts";
import { termsOf } from "./terms.ts";

/** The UTF-16 units of a slice: few enough that its terms are written in some milliseconds, in any language. */
export const slice = 8192;
/** The units behind the end of a slice in which it may end with a word, and those before it whose last terms it repeats. */
export const around = { before: 1600, after: 200 };

/**
 * Returns the terms of a slice of a long text. It begins and ends between words where it can, and repeats the last terms
 * of what is before it, so that every phrase lies wholly in one slice. `text` has the units around the slice, too.
 */
export function termsOfSlice(text: string, start: number, end: number): string[] {
  const first = boundary(text, start);
  const last = boundary(text, end);
  const from = afterSpace(text, Math.max(0, first - around.before), first);
  const before = termsOf(text.slice(from, first)).length;
  return termsOf(text.slice(from, last)).slice(Math.max(0, before - longestPhrase + 1));
}

/** Returns the first white space from a place on; where none is near, the place itself. */
function boundary(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
  const space = text.slice(at, at + around.after).search(/\s/);
  return space >= 0 ? at + space : withoutHalf(text, at);
}

function afterSpace(text: string, at: number, before: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, before).search(/\s/);
  return space >= 0 ? at + space : withoutHalf(text, at);
}

const withoutHalf = (text: string, at: number) => ((text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at + 1 : at);
