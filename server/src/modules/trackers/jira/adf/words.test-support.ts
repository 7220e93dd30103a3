import { acceptanceCriteria } from "@groundplan/contract";
import MarkdownIt, { type Env } from "markdown-it";
import { footnotes } from "./footnotes.ts";

const markdownIt = new MarkdownIt({ html: true }).use(footnotes);
markdownIt.validateLink = () => true;

/** The definitions of a document: footnotes and links by their labels, the latter as markdown-it compares them. */
interface Defined {
  footnotes: Set<string>;
  references: NonNullable<Env["references"]>;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/**
 * Returns the words of a text without numbers: whether an empty item is text or a number depends on its surroundings.
 */
function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => /\p{L}/u.test(word));
}

/**
 * Returns the first criterion whose words, as markdown-it renders them, are not in the text after those of the
 * criterion before it. A footnote's words may be anywhere, as footnotes stand at the end of the document.
 */
export function firstLost(markdown: string, text: string): string | null {
  const env = { footnotes: new Set<string>(), references: {} };
  markdownIt.parse(markdown, env);
  const words = wordsOf(text);
  let at = 0;
  for (const { id, text: criterion } of acceptanceCriteria(markdown)) {
    const [shown, noted] = partsOf(criterion, env);
    // Text after a label or box may read as another block without it, so a dot may stand in its place.
    const ends = [shown, `. ${shown}`].map((each) =>
      endOf([...wordsOf(id ?? ""), ...shownWords(each, env)], words, at),
    );
    const end = ends.find((each) => each !== -1);
    if (end === undefined || !shownWords(noted, env).every((word) => words.includes(word))) return criterion;
    at = end;
  }
  return null;
}

/**
 * Returns a criterion's words in its place, and those after a footnote's label. Definitions of links are left out, as
 * they show nowhere. A criterion is told on one line and has lost its own lines, so more than that may be left out.
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
    // On one line with a comment, as criteria are told, a label stays as it is; on its own line it is a number.
    .replace(/\[\^([^\s[\]]+)\]/g, (all, label) => (env.footnotes.has(label.toLowerCase()) ? "" : all))
    .replace(/<img\s[^>]*?alt="([^"]*)"[^>]*>/g, "$1")
    .replace(/<[^<>]*>/g, (tag) => (/^<\/?(?:strong|em|s|code|a|b|sup|string)\b/.test(tag) ? "" : " "))
    .replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole);
  // Alone, the text may show markup as code that is none in its place, as tabs and indents differ.
  return wordsOf(shown.replace(/\]\([^()\s]*\)|<[^<>]*>|&#?\w+;/g, " "));
}

/** Returns where the words end among the others, in order from `at` on; -1 if one is missing. */
function endOf(words: string[], others: string[], at: number): number {
  let end = at;
  for (const word of words) {
    end = others.indexOf(word, end) + 1;
    if (end === 0) return -1;
  }
  return end;
}
