import { acceptanceCriteria } from "@groundplan/contract";
import MarkdownIt, { type Env } from "markdown-it";
import { footnotes } from "./footnotes.ts";

const markdownIt = new MarkdownIt({ html: true }).use(footnotes);
markdownIt.validateLink = () => true;

/** A document's footnote and link labels, the latter normalized by markdown-it. */
interface Defined {
  footnotes: Set<string>;
  references: NonNullable<Env["references"]>;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Returns a text's words except numbers: whether an empty item is a number depends on context. */
function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => /\p{L}/u.test(word));
}

/**
 * Returns the first criterion whose rendered words don't follow those of the previous one. Footnotes may be
 * anywhere, as they are collected at the end.
 */
export function firstLost(markdown: string, text: string): string | null {
  const env = { footnotes: new Set<string>(), references: {} };
  markdownIt.parse(markdown, env);
  const words = wordsOf(text);
  let index = 0;
  for (const { id, text: criterion } of acceptanceCriteria(markdown)) {
    const [shown, noted] = partsOf(criterion, env);
    // Without its label or box, text may parse as another block, so a dot replaces it.
    const ends = [shown, `. ${shown}`].map((each) =>
      endOf([...wordsOf(id ?? ""), ...shownWords(each, env)], words, index),
    );
    const end = ends.find((each) => each !== -1);
    if (end === undefined || !shownWords(noted, env).every((word) => words.includes(word))) return criterion;
    index = end;
  }
  return null;
}

/**
 * Returns a criterion's words in place, and those in footnotes. Link definitions are invisible. A criterion
 * is joined into one line, so more may be left out.
 */
function partsOf(criterion: string, { footnotes, references }: Defined): [shown: string, noted: string] {
  const isLink = (label: string) => markdownIt.utils.normalizeReference(label) in references;
  const text = criterion.replace(
    /\[([^[\]]+)\]:\s*(?:<[^<>]*>|\S+)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?/g,
    (all, label) => (isLink(label) ? " " : all),
  );
  const note = [...text.matchAll(/\[\^([^\s[\]]+)\]:/g)].find(([, label = ""]) =>
    footnotes.has(label.toLowerCase()),
  );
  return note ? [text.slice(0, note.index), text.slice(note.index + note[0].length)] : [text, ""];
}

function shownWords(markdown: string, env: Defined): string[] {
  // A check box is no word.
  const html = markdownIt.render(markdown.replace(/\[[xX]\]/g, "."), { ...env });
  const shown = html
    .replace(/<!--.*?(?:-->|$)/gs, "")
    // In a one-line criterion a label stays as is; on its own line it becomes a number.
    .replace(/\[\^([^\s[\]]+)\]/g, (all, label) => (env.footnotes.has(label.toLowerCase()) ? "" : all))
    .replace(/<img\s[^>]*?alt="([^"]*)"[^>]*>/g, "$1")
    .replace(/<[^<>]*>/g, (tag) => (/^<\/?(?:strong|em|s|code|a|b|sup|string)\b/.test(tag) ? "" : " "))
    .replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole);
  // In isolation, markup may parse as code, since tabs and indents differ.
  return wordsOf(shown.replace(/\]\([^()\s]*\)|<[^<>]*>|&#?\w+;/g, " "));
}

/** Returns the end of the words among the others, in order from `at`; -1 if one is missing. */
function endOf(words: string[], others: string[], at: number): number {
  let end = at;
  for (const word of words) {
    end = others.indexOf(word, end) + 1;
    if (end === 0) return -1;
  }
  return end;
}
