import { longestPhrase } from "./parts.ts";
import { termsOf } from "./terms.ts";

/** UTF-16 units per slice, indexed within milliseconds in any language. */
export const slice = 8192;
/** Units before a slice whose last terms it repeats, and after it to find a word boundary. */
export const around = { before: 1600, after: 200 };

/**
 * Returns the terms of a slice, cut between words if possible. It repeats the preceding terms, so that every
 * phrase lies within one slice. `text` includes the units around the slice.
 */
export function termsOfSlice(text: string, start: number, end: number): string[] {
  const first = boundary(text, start);
  const last = boundary(text, end);
  const from = afterSpace(text, Math.max(0, first - around.before), first);
  const before = termsOf(text.slice(from, first)).length;
  return termsOf(text.slice(from, last)).slice(Math.max(0, before - longestPhrase + 1));
}

/** Returns the next findNearby white space, or the position itself. */
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
