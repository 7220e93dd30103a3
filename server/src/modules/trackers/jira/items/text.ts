import { endingLine, fitTitle, isEndingLine, oneLine } from "../../text.ts";
import type { Item } from "../../tracker.ts";
import { type AdfDocument, canonical, toAdf } from "../adf/index.ts";

/**
 * Jira takes titles of less than 255 characters, on one line. A UTF-16 unit counts as one here, which is never too
 * few.
 */
export const mostInTitle = 254;

/** Jira takes 32,767 characters and doesn't say how it counts them in a document. */
export const mostInText = 30_000;

export const isTitleCut = ({ title }: Pick<Item, "title">) => oneLine(title).length > mostInTitle;

/**
 * Returns the title as one line. One that is too long is cut between graphemes; the text then begins with the whole.
 */
export const renderTitle = (item: Pick<Item, "title" | "handle">): string =>
  fitTitle(oneLine(item.title), mostInTitle, item.handle);

/** Returns the text as a document that ends with the handle. A text that is too long is cut between blocks. */
export function renderText(item: Pick<Item, "title" | "text" | "handle">): {
  document: AdfDocument;
  caveats: string[];
} {
  const whole = oneLine(item.title);
  const head = isTitleCut(item) ? [bold(whole.slice(0, mostInText / 10).toWellFormed())] : [];
  const { document, degraded, cut } = toAdf(item.text, { maxCharacters: mostInText - textLength(head) });
  const note = cut ? [plain("The text goes on in Groundplan; Jira takes no longer one.")] : [];
  const end = [{ type: "rule" } as const, plain(endingLine(item.handle))];
  const caveats: string[] = [];
  if (cut) caveats.push(`The text of ${item.handle} was cut: Jira takes 32,767 characters.`);
  if (degraded.length > 0) {
    caveats.push(`The text of ${item.handle} is simpler in Jira: ${degraded.join(", ")}.`);
  }
  return { document: { ...document, content: [...head, ...document.content, ...note, ...end] }, caveats };
}

const textLength = (paragraphs: ReturnType<typeof plain>[]) =>
  paragraphs.reduce((sum, { content }) => sum + content.reduce((all, { text }) => all + text.length, 0), 0);

const plain = (text: string) => ({
  type: "paragraph" as const,
  content: [{ type: "text" as const, text }],
});

const bold = (text: string) => ({
  type: "paragraph" as const,
  content: [{ type: "text" as const, text, marks: [{ type: "strong" as const }] }],
});

/** Returns what a description says, in canonical lines and without our ending, for ours and Jira's to be compared. */
export function textOf(description: unknown): string {
  const content = contentOf(description);
  return canonical(isEnded(content) ? content.slice(0, -2) : content);
}

const contentOf = (document: unknown): unknown[] =>
  typeof document === "object" &&
  document !== null &&
  "content" in document &&
  Array.isArray(document.content)
    ? document.content
    : [];

/** Returns true where the content ends with our rule and line, and nothing that people typed into them. */
function isEnded(content: unknown[]): boolean {
  const [rule, last] = content.slice(-2).map((node) => canonical([node]));
  return rule === "{rule}" && isEndingLine(last ?? "");
}
