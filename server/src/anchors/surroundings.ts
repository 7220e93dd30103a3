import { similarity } from "./similarity.ts";

/** Code units kept before and behind a quote. */
const reach = 32;

export interface Surroundings {
  prefix: string;
  suffix: string;
}

/** Returns the surroundings of a range, never splitting a character. */
export function contextOf(text: string, start: number, end: number): Surroundings {
  const from = Math.max(0, start - reach);
  const to = Math.min(text.length, end + reach);
  return {
    prefix: text.slice(splitsCharacter(text, from) ? from + 1 : from, start),
    suffix: text.slice(end, splitsCharacter(text, to) ? to - 1 : to),
  };
}

/** Tests for a position within a surrogate pair. */
export const splitsCharacter = (text: string, at: number): boolean =>
  (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;

/** Returns the similarity of surroundings, from 0 to 1. */
export function agreement(
  text: string,
  start: number,
  end: number,
  { prefix, suffix }: Surroundings,
): number {
  const length = prefix.length + suffix.length;
  if (length === 0) return 1;
  const before = similarity(prefix, text.slice(Math.max(0, start - prefix.length), start));
  const behind = similarity(suffix, text.slice(end, end + suffix.length));
  return (before * prefix.length + behind * suffix.length) / length;
}
