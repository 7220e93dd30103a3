import type { Inline, Mark } from "./adf.ts";
import { clean } from "./clean.ts";

type Style = "strong" | "em" | "strike" | "code" | "sub" | "sup";

export interface InlineBuilder {
  readonly content: Inline[];
  /** Open marks per style. HTML may close marks that it never opened. */
  readonly open: Record<Style, number>;
  /** URLs of open links; null for a dropped one. */
  readonly links: (string | null)[];
}

export function newInlineBuilder(): InlineBuilder {
  return { content: [], open: { strong: 0, em: 0, strike: 0, code: 0, sub: 0, sup: 0 }, links: [] };
}

/** Opens (1) or closes (-1) a mark. */
export function shift({ open }: InlineBuilder, style: Style, by: number): void {
  open[style] = Math.max(0, open[style] + by);
}

export function addText(marked: InlineBuilder, raw: string): void {
  const text = clean(raw);
  if (text === "") return;
  const marks = marksOf(marked);
  const last = marked.content.at(-1);
  if (last?.type === "text" && areEqual(last.marks ?? [], marks)) last.text += text;
  else marked.content.push(marks.length > 0 ? { type: "text", text, marks } : { type: "text", text });
}

export function addCode(marked: InlineBuilder, text: string): void {
  shift(marked, "code", 1);
  addText(marked, text);
  shift(marked, "code", -1);
}

export function addBreak({ content }: InlineBuilder): void {
  if (content.length > 0 && content.at(-1)?.type !== "hardBreak") content.push({ type: "hardBreak" });
}

/** Drops trailing line breaks. */
export function finish({ content }: InlineBuilder): Inline[] {
  while (content.at(-1)?.type === "hardBreak") content.pop();
  return content;
}

/** Returns each type once; only a link goes with code (full.json, `code_inline_node`). */
function marksOf({ open, links }: InlineBuilder): Mark[] {
  const marks: Mark[] = [];
  const href = links.at(-1);
  if (typeof href === "string") marks.push({ type: "link", attrs: { href } });
  if (open.code > 0) return [...marks, { type: "code" }];
  for (const type of ["strong", "em", "strike"] as const) if (open[type] > 0) marks.push({ type });
  if (open.sub > 0) marks.push({ type: "subsup", attrs: { type: "sub" } });
  else if (open.sup > 0) marks.push({ type: "subsup", attrs: { type: "sup" } });
  return marks;
}

function areEqual(some: Mark[], others: Mark[]): boolean {
  return some.length === others.length && JSON.stringify(some) === JSON.stringify(others);
}
