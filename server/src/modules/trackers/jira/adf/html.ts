import { addBreak, addText, type InlineBuilder, shift } from "./inline-builder.ts";
import { closeLink, openLink } from "./links.ts";
import { decodeHtml } from "./parse.ts";
import type { Writer } from "./writer.ts";

const styles: Record<string, Parameters<typeof shift>[1]> = {
  b: "strong",
  strong: "strong",
  summary: "strong",
  i: "em",
  em: "em",
  s: "strike",
  del: "strike",
  code: "code",
  kbd: "code",
  sub: "sub",
  sup: "sup",
};

/** Elements that convert without loss, besides styles. */
const kept = ["a", "br", "img", "p"];

/** Elements with line breaks around them. */
const lines = new Set(
  (
    "address article aside blockquote br caption center dd details div dl dt fieldset figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 header hr legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul"
  ).split(" "),
);

/** Elements reduced to their text. */
const others = new Set(
  (
    "a abbr audio bdi bdo big body button cite col colgroup data dfn dialog font head html iframe img input ins label " +
    "link mark meta object option picture q ruby rp rt samp script select small source span strike style svg textarea " +
    "time title tt u var video wbr"
  ).split(" "),
);

// Comments are found by `indexOf`, without backtracking.
const tag = /<(\/?)([a-z][a-z0-9-]*)(?:\s[^<>]*)?\/?>/iy;
const href = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const src = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const alt = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

/** Drops comments and keeps unknown tags, as in `Map<string>`, as text. Linear time. */
export function addHtml(writer: Writer, marked: InlineBuilder, html: string): void {
  let done = 0;
  for (
    let offset = html.indexOf("<");
    offset !== -1;
    offset = html.indexOf("<", Math.max(offset + 1, done))
  ) {
    const end = html.startsWith("<!--", offset) ? commentEnd(html, offset) : tagEnd(html, offset);
    if (end === -1) continue;
    addLines(marked, html.slice(done, offset));
    if (!html.startsWith("<!--", offset)) addTag(writer, marked, html.slice(offset, end));
    done = end;
  }
  addLines(marked, html.slice(done));
}

/** Treats an unclosed comment as running to the end, as in browsers. */
function commentEnd(html: string, at: number): number {
  const end = html.indexOf("-->", at + 2);
  return end === -1 ? html.length : end + 3;
}

function tagEnd(html: string, at: number): number {
  tag.lastIndex = at;
  const name = tag.exec(html)?.[2]?.toLowerCase();
  if (name === undefined || !(lines.has(name) || others.has(name) || Object.hasOwn(styles, name))) return -1;
  return tag.lastIndex;
}

/** Keeps all line breaks. */
function addLines(marked: InlineBuilder, text: string): void {
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) addBreak(marked);
    const decoded = decodeHtml(line);
    if (decoded.trim() !== "" || index === 0) addText(marked, decoded);
  }
}

function addTag(writer: Writer, marked: InlineBuilder, text: string): void {
  tag.lastIndex = 0;
  const [, slash, written = ""] = tag.exec(text) ?? [];
  const name = written.toLowerCase();
  const isOpening = slash === "";
  const style = Object.hasOwn(styles, name) ? styles[name] : undefined;
  if (!style && !kept.includes(name)) writer.degraded.add("HTML became text");
  if (lines.has(name)) addBreak(marked);
  if (style) shift(marked, style, isOpening ? 1 : -1);
  else if (name === "a" && isOpening) openLink(writer, marked, attribute(href, text));
  else if (name === "a") closeLink(marked);
  else if (name === "img") addImage(writer, marked, attribute(alt, text), attribute(src, text));
}

function attribute(expression: RegExp, text: string): string {
  const [, double, single, bare] = expression.exec(text) ?? [];
  return decodeHtml(double ?? single ?? bare ?? "");
}

/** Links to the image by its alternative text. */
export function addImage(writer: Writer, marked: InlineBuilder, words: string, address: string): void {
  writer.degraded.add("images became links");
  const isLinked = marked.links.length > 0;
  if (!isLinked) openLink(writer, marked, address);
  const target = marked.links.at(-1);
  addText(marked, words.trim() || target || "image");
  if (!isLinked) closeLink(marked);
}
