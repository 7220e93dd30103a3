import { openFence } from "../../markdown/split-code.ts";

/** Cuts between graphemes; `most` is in UTF-16 units. */
export function cutLine(line: string, most: number): string {
  if (line.length <= most) return line;
  let start = "";
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (start.length + segment.length > most - 1) break;
    start += segment;
  }
  return `${start.trimEnd()}…`;
}

/**
 * Removes what no tracker can store: byte order mark, lone surrogates, control characters. Lines end with LF.
 */
export const clean = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\t\n])\p{Cc}|^\ufeff/gu, "");

/** Collapses white space. */
export const oneLine = (text: string) => clean(text.replace(/[\s\u0085]+/g, " ")).trim();

export const endingLine = (handle: string) => `${handle} in Groundplan`;
/** Lines that users extended don't match. */
export const anyEndingLine = /[A-Z]+-\d+(?: \/ [A-Z]+-\d+)? in Groundplan/;
export const isEndingLine = (line: string) => new RegExp(`^${anyEndingLine.source}$`).test(line);

const showsSomething = (line: string) => /[^\p{C}\p{Z}\p{M}]/u.test(line);

/** Cuts to `most` UTF-16 units. Returns the handle if nothing visible remains. */
export function fitTitle(line: string, most: number, handle: string): string {
  const title = cutLine(line, most);
  const left = line.length > most ? title.slice(0, -1) : title; // Of one huge character only the dots remain.
  return showsSomething(left) ? title : handle;
}

const longestFence = 100;

/**
 * Cuts at a block's end within `most` UTF-16 units. A block over half the limit is cut itself, at a line's
 * end if possible.
 */
export function cutBetweenBlocks(text: string, most: number): string {
  const head = text.slice(0, most - longestFence);
  const at = ["\n\n", "\n"].map((end) => head.lastIndexOf(end)).find((end) => end > head.length / 2);
  return closeFence(head.slice(0, at ?? head.length).toWellFormed());
}

/** Closes code left open, so that appended text is no code. */
export function closeFence(text: string): string {
  const open = /```|~~~/.test(text) ? openFence(text) : null;
  return open === null ? text : `${text}\n${open.slice(0, longestFence - 1)}`;
}
