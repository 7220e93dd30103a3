import { byteLength } from "../byte-length.ts";
import type { ImportedSpec } from "../format.ts";

type Comments = NonNullable<ImportedSpec["comments"]>;

const HEADING = /^##\s+Comments\s*$/iu;
const BEGIN = /^<!--\s*COMMENTS:BEGIN\s*-->\s*$/iu;
const END = /^<!--\s*COMMENTS:END\s*-->\s*$/iu;
const OLD_BEGIN = /^<!--\s*COMMENT:BEGIN\s*-->\s*$/iu;
const OLD_END = /^<!--\s*COMMENT:END\s*-->\s*$/iu;
const KEY = /^(author|created|index):\s*(.*)$/iu;
const DATE = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::(\d{2}))?)?(Z|[+-]\d{2}:\d{2})?$/u;

/** The service's limits. */
const most = 500;
const mostBytes = 65_536;

/** Comments, and the lines without them. */
export interface CommentsReading {
  comments: Comments;
  body: string[];
}

/**
 * Takes the comments out of a task's lines. If any line of their section would be lost, it stays in the text as
 * it is.
 */
export function takeComments(lines: readonly string[]): CommentsReading {
  const none = { comments: [], body: [...lines] };
  const begin = lines.findIndex((line) => BEGIN.test(line));
  const end = lines.findIndex((line, index) => index > begin && END.test(line));
  if (begin === -1 || end === -1) return none;
  const comments = parseAll(lines.slice(begin + 1, end));
  if (comments === null || comments.length === 0 || comments.length > most) return none;
  let from = begin;
  while (from > 0 && lines[from - 1]?.trim() === "") from--;
  if (HEADING.test(lines[from - 1] ?? "")) from--;
  return { comments, body: [...lines.slice(0, from), ...lines.slice(end + 1)] };
}

/** Returns null if a line is no part of a comment. */
function parseAll(lines: readonly string[]): Comments | null {
  const comments: Comments = [];
  for (let at = 0; at < lines.length; ) {
    if (lines[at]?.trim() === "") {
      at++;
      continue;
    }
    const isOld = OLD_BEGIN.test(lines[at] ?? "");
    const isEnd = (line: string) => (isOld ? OLD_END.test(line) : line.trim() === "---");
    const isBodyNext = (line: string) => (isOld ? line.trim() === "" : line.trim() === "---");
    const head = isOld ? at + 1 : at;
    const body = lines.findIndex((line, index) => index >= head && isBodyNext(line));
    const end = lines.findIndex((line, index) => index > body && isEnd(line));
    const comment =
      body < 0 || end < 0 ? null : parseOne(lines.slice(head, body), lines.slice(body + 1, end));
    if (comment === null) return null;
    comments.push(comment);
    at = end + 1;
  }
  return comments;
}

function parseOne(head: readonly string[], body: readonly string[]): Comments[number] | null {
  const fields = new Map<string, string>();
  for (const line of head) {
    const [, name = "", value = ""] = KEY.exec(line.trim()) ?? [];
    if (name === "" && line.trim() !== "") return null;
    fields.set(name.toLowerCase(), value.trim().replace(/^(["'])(.*)\1$/u, "$2"));
  }
  const at = timeOf(fields.get("created") ?? "");
  const text = body.join("\n").trim();
  const author = fields.get("author") || "Unknown";
  if (at === null || text === "" || byteLength(text) > mostBytes || [...author].length > 200) return null;
  return { author, text, at };
}

/** Returns an instant; times without a zone are taken for UTC. */
function timeOf(text: string): string | null {
  const [, date, time = "00:00", seconds = "00", zone = "Z"] = DATE.exec(text) ?? [];
  const at = `${date}T${time}:${seconds}${zone}`;
  return date === undefined || Number.isNaN(Date.parse(at)) ? null : at;
}
