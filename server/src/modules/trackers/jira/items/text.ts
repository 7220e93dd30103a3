import { endingLine, fitTitle, isEndingLine, oneLine } from "../../text.ts";
import type { Item } from "../../tracker.ts";
import { type AdfDocument, canonical, toAdf } from "../adf/index.ts";

/** Jira takes single-line titles under 255 characters. Counting UTF-16 units never underestimates. */
export const mostInTitle = 254;

/** Jira takes 32,767 characters, counted in an unspecified way. */
export const mostInText = 30_000;

export const isTitleCut = ({ title }: Pick<Item, "title">) => oneLine(title).length > mostInTitle;

/** Cuts a long title between graphemes and repeats it in the text. */
export const renderTitle = (item: Pick<Item, "title" | "handle">): string =>
  fitTitle(oneLine(item.title), mostInTitle, item.handle);

/** Cuts a long text between blocks; the handle ends it. */
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

/** Returns canonical lines without our ending. */
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

/** Checks for our unedited ending. */
function isEnded(content: unknown[]): boolean {
  const [rule, last] = content.slice(-2).map((node) => canonical([node]));
  return rule === "{rule}" && isEndingLine(last ?? "");
}
