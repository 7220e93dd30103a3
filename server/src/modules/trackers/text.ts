import { openFence } from "../../markdown/split-code.ts";

/** Cuts a line that is too long between graphemes; `most` is in UTF-16 units. */
export function cutLine(line: string, most: number): string {
  if (line.length <= most) return line;
  let start = "";
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (start.length + segment.length > most - 1) break;
    start += segment;
  }
  return `${start.trimEnd()}…`;
}

/** Removes what no tracker can keep: a byte order mark, half characters, control characters. Lines end with LF. */
export const clean = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\t\n])\p{Cc}|^\ufeff/gu, "");

/** Turns white space of all kinds into one space, as a title is shown. */
export const oneLine = (text: string) => clean(text.replace(/[\s\u0085]+/g, " ")).trim();

/** Returns the line at the end of every text of ours, which names its plan or spec. */
export const endingLine = (handle: string) => `${handle} in Groundplan`;
/** Matches such a line with any handle. A line that people typed more on is theirs. */
export const anyEndingLine = /[A-Z]+-\d+(?: \/ [A-Z]+-\d+)? in Groundplan/;
export const isEndingLine = (line: string) => new RegExp(`^${anyEndingLine.source}$`).test(line);

/** Returns true where a reader would see anything of the line. */
const showsSomething = (line: string) => /[^\p{C}\p{Z}\p{M}]/u.test(line);

/** Cuts a line to a title of at most so many UTF-16 units. Returns the handle where nothing of it would show. */
export function fitTitle(line: string, most: number, handle: string): string {
  const title = cutLine(line, most);
  const left = line.length > most ? title.slice(0, -1) : title; // Of one huge character only the dots are left.
  return showsSomething(left) ? title : handle;
}

/** The most room for a closing fence; nobody writes a longer one. */
const longestFence = 100;

/**
 * Returns the start of a markdown text of at most `most` UTF-16 units, up to the end of a block. A block of more than
 * half of the room is cut itself, at a line's end if it has lines.
 */
export function cutBetweenBlocks(text: string, most: number): string {
  const head = text.slice(0, most - longestFence);
  const at = ["\n\n", "\n"].map((end) => head.lastIndexOf(end)).find((end) => end > head.length / 2);
  return closeFence(head.slice(0, at ?? head.length).toWellFormed());
}

/** Closes the code that a text leaves open, so that what follows is none. */
export function closeFence(text: string): string {
  const open = /```|~~~/.test(text) ? openFence(text) : null;
  return open === null ? text : `${text}\n${open.slice(0, longestFence - 1)}`;
}
