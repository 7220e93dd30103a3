import { byteLength } from "../byte-length.ts";
import type { ImportedSpec } from "../format.ts";
import { cleanText } from "../text/clean.ts";
import { fitName, wordsOf } from "../text/names.ts";
import type { Issue } from "./lines.ts";

type Comments = NonNullable<ImportedSpec["comments"]>;

/** The API's limits. */
const mostComments = 500;
const mostBytes = 65_536;

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/u;

/** Returns an issue's comments, and those that stay in its text: without a text or a time, or too long or many. */
export function commentsOf({ values }: Issue): { comments: Comments; others: unknown[] } {
  const list: unknown = values.comments;
  const comments: Comments = [];
  const others: unknown[] = [];
  for (const one of Array.isArray(list) ? list : []) {
    const comment = comments.length < mostComments ? commentOf(one) : null;
    if (comment) comments.push(comment);
    else others.push(one);
  }
  return { comments, others };
}

function commentOf(value: unknown): Comments[number] | null {
  if (typeof value !== "object" || value === null) return null;
  const { author, text, created_at: at }: Record<string, unknown> = { ...value };
  if (typeof text !== "string" || text.trim() === "" || byteLength(text) > mostBytes) return null;
  if (typeof at !== "string" || !dateTime.test(at) || Number.isNaN(Date.parse(at))) return null;
  const name = fitName(wordsOf(author)).name;
  return {
    author: name || "unknown",
    text: cleanText(text),
    at,
  };
}
