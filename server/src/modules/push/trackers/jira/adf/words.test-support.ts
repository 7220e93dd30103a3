import MarkdownIt, { type Env } from "markdown-it";
import { acceptanceCriteria } from "../../../../specs/criteria/index.ts";
import { footnotes } from "./footnotes.ts";

const markdownIt = new MarkdownIt({ html: true }).use(footnotes);
markdownIt.validateLink = () => true;

/** What a document defines: footnotes by their labels, links by theirs as markdown-it compares them. */
interface Defined {
  footnotes: Set<string>;
  references: NonNullable<Env["references"]>;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Numbers alone are left out: whether one is text or numbers an empty item depends on what stands around it. */
function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => /\p{L}/u.test(word));
}

/**
 * The first criterion whose words, as markdown-it renders them, are not in the text after those of the one before it.
 * What a criterion's footnote says stands at the end of the document, so it may be anywhere.
 */
export function firstLost(markdown: string, text: string): string | null {
  const env = { footnotes: new Set<string>(), references: {} };
  markdownIt.parse(markdown, env);
  const words = wordsOf(text);
  let at = 0;
  for (const { id, text: criterion } of acceptanceCriteria(markdown)) {
    const [shown, noted] = partsOf(criterion, env);
    // What followed a label or box may read as a block of its own without it, so a dot may stand in its place.
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
 * What stands in its place, and what comes after a footnote's label. What defines a link is in neither: it shows nowhere.
 * A criterion is told on one line, where its own lines are not known any more, so more than that may be left out.
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
    // On one line with a comment, as criteria are told, it stays as it is; in its own line it is a number.
    .replace(/\[\^([^\s[\]]+)\]/g, (all, label) => (env.footnotes.has(label.toLowerCase()) ? "" : all))
    .replace(/<img\s[^>]*?alt="([^"]*)"[^>]*>/g, "$1")
    .replace(/<[^<>]*>/g, (tag) => (/^<\/?(?:strong|em|s|code|a|b|sup|string)\b/.test(tag) ? "" : " "))
    .replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole);
  // On its own the text may show markup as code that is none in its place, as tabs and indents differ.
  return wordsOf(shown.replace(/\]\([^()\s]*\)|<[^<>]*>|&#?\w+;/g, " "));
}

/** Where the words end among the others, in order from `at` on; -1 if one is missing. */
function endOf(words: string[], others: string[], at: number): number {
  let end = at;
  for (const word of words) {
    end = others.indexOf(word, end) + 1;
    if (end === 0) return -1;
  }
  return end;
}
