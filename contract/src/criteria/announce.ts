import { isSpace, type Line } from "../markdown/line.ts";
import { CODES } from "../markdown/markers.ts";
import { type Announcement, announcement } from "./names.ts";

/** A line of bold text only, with optional symbols or a bracketed remark around it. */
const BOLD =
  /^[^\p{L}\p{N}*_]*(\*{2,3}|_{2,3})(?=\S)((?:(?!\1).)+)\1(?:[^\p{L}\p{N}]*[(（][^()（）]*[)）])?[^\p{L}\p{N}]*$/u;
const COLON = /[:：][*_]*$/;

export function isBoldLine(line: string): boolean {
  const first = line.charCodeAt(0);
  return (first === 42 || first === 95 || first > 127) && line.length <= 200 && BOLD.test(line);
}

/** Returns how a line that ends with a colon announces criteria; null otherwise. */
export function announcementBeforeColon(line: string): Announcement | null {
  return line.length <= 200 && COLON.test(line) ? announcement(line) : null;
}

/** Rejects most lines that can't announce anything, without a regular expression. */
export function mayAnnounce({ source, text, end }: Line): boolean {
  const first = source.charCodeAt(text);
  if (first === CODES.asterisk || first === CODES.underscore || first > 127) return true;
  let at = end - 1;
  while (at > text && isSpace(source.charCodeAt(at))) at--;
  const last = source.charCodeAt(at);
  return last === CODES.colon || last === CODES.asterisk || last === CODES.underscore || last > 127;
}

const COMMENT = /<!--.*?(?:-->|$)/gs;
const TAG = /<(\/?)(details|summary)\b[^<>]*>/gi;

/** The tags of an HTML block that matter to sections: `<details>` and the text of a `<summary>`. */
export type HtmlPart = { kind: "begin" | "end" } | { kind: "summary"; text: string };

/** Returns the relevant parts of an HTML block in order, without comments. Takes linear time. */
export function htmlParts(html: string): HtmlPart[] {
  if (!/<\/?(?:details|summary)\b/i.test(html)) return [];
  const shown = html.replaceAll(COMMENT, "");
  const parts: HtmlPart[] = [];
  let summaryFrom = -1;
  for (const { 0: tag, 1: slash, 2: name, index } of shown.matchAll(TAG)) {
    if (name?.toLowerCase() === "details") parts.push({ kind: slash === "/" ? "end" : "begin" });
    else if (slash !== "/") summaryFrom = index + tag.length;
    else if (summaryFrom !== -1) {
      parts.push({ kind: "summary", text: shown.slice(summaryFrom, index).replaceAll(/<[^<>]*>/g, " ") });
      summaryFrom = -1;
    }
  }
  return parts;
}
