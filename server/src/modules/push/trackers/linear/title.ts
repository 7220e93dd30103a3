import type { Item, Sort } from "../tracker.ts";

/**
 * What Linear takes, in UTF-16 units. None of it is published: the name of a project is what its form allows, the
 * rest what others were refused.
 */
export const mostInTitle: Readonly<Record<Sort, number>> = { container: 80, item: 255 };
const mostInSummary = 255;

/** One line. A title that is too long is cut between graphemes; the text then begins with the whole. */
export function renderTitle({ sort, title, handle }: Pick<Item, "sort" | "title" | "handle">): string {
  const line = oneLine(title);
  const showsSomething = /[^\p{C}\p{Z}\p{M}]/u.test(line);
  return cut(showsSomething ? line : handle, mostInTitle[sort]);
}

/** A project's short description. */
export const renderSummary = ({ handle }: Pick<Item, "handle">) => cut(handle, mostInSummary);

export const oneLine = (text: string) => clean(text).replace(/\s+/g, " ").trim();

/** Without what no tracker can keep. */
export const clean = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|^\ufeff/g, "");

function cut(line: string, most: number): string {
  if (line.length <= most) return line;
  let start = "";
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (start.length + segment.length > most - 1) break;
    start += segment;
  }
  return `${start}…`;
}
