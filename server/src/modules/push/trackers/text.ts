import { openFence } from "./code.ts";

/** Cuts a line that is too long between graphemes; `most` in UTF-16 units. */
export function cutLine(line: string, most: number): string {
  if (line.length <= most) return line;
  let start = "";
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (start.length + segment.length > most - 1) break;
    start += segment;
  }
  return `${start.trimEnd()}…`;
}

/** Without what no tracker can keep: a byte order mark, half characters, control characters. Lines end with LF. */
export const clean = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\t\n])\p{Cc}|^\ufeff/gu, "");

/** White space of all kinds as one space, as a title is shown. */
export const oneLine = (text: string) => clean(text.replace(/[\s\u0085]+/g, " ")).trim();

/** The line that every text of ours ends with: what it is here. */
export const endingLine = (handle: string) => `${handle} in Groundplan`;
/** Such a line, whosever handle it is. What people typed on it makes it theirs. */
export const anyEndingLine = /[A-Z]+-\d+(?: \/ [A-Z]+-\d+)? in Groundplan/;
export const isEndingLine = (line: string) => new RegExp(`^${anyEndingLine.source}$`).test(line);

/** Whether a reader would see anything of it. */
const showsSomething = (line: string) => /[^\p{C}\p{Z}\p{M}]/u.test(line);

/** A line as a title of at most so many UTF-16 units; the handle where nothing of it would show. */
export function fitTitle(line: string, most: number, handle: string): string {
  const title = cutLine(line, most);
  const left = line.length > most ? title.slice(0, -1) : title; // Of one huge character only the dots are left.
  return showsSomething(left) ? title : handle;
}

/** Room that a closing fence may take; a longer one is no fence that a person wrote. */
const longestFence = 100;

/**
 * The start of a markdown text, of at most `most` UTF-16 units, up to the end of a block. One that takes more than
 * half of the room is cut itself, at a line's end if it has lines.
 */
export function cutBetweenBlocks(text: string, most: number): string {
  const head = text.slice(0, most - longestFence);
  const at = ["\n\n", "\n"].map((end) => head.lastIndexOf(end)).find((end) => end > head.length / 2);
  return closeFence(head.slice(0, at ?? head.length).toWellFormed());
}

/** Ends the code that a text leaves open, so that what follows is none. */
export function closeFence(text: string): string {
  const open = /```|~~~/.test(text) ? openFence(text) : null;
  return open === null ? text : `${text}\n${open.slice(0, longestFence - 1)}`;
}
