import type { Notice, Place } from "../format.ts";
import { cleanSource } from "./clean.ts";
import { textOf } from "./utf8.ts";

/** A file's text by lines, with the bytes at which they stand. */
export interface SourceText {
  path: string;
  /** Without line ends and byte order mark. */
  lines: readonly string[];
  /** The byte at which each line begins, then the file's length. */
  begins: readonly number[];
}

/** Decodes a file; null unless it is UTF-8. Replaced characters are told. */
export function sourceText(
  path: string,
  bytes: Uint8Array,
): { source: SourceText; notices: Notice[] } | null {
  const raw = textOf(bytes);
  if (raw === null) return null;
  const { text, notices } = cleanSource(raw, path);
  return { source: { path, lines: text.split("\n"), begins: lineBegins(bytes) }, notices };
}

const [LF, CR] = [10, 13];

function lineBegins(bytes: Uint8Array): number[] {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const begins = [hasMark ? 3 : 0];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) begins.push(at + 1);
  }
  begins.push(bytes.length);
  return begins;
}

/** Returns the place of the lines `[from, to)`, from 0. */
export const placeOf = ({ path, begins }: SourceText, from: number, to: number): Place => ({
  path,
  from: begins[from] ?? 0,
  to: begins[to] ?? begins.at(-1) ?? 0,
});
