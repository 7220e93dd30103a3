import type { ContentOf, Inline } from "./adf.ts";
import { takeInline } from "./budget.ts";
import { addBreak, addText, finish, newInlineBuilder } from "./inline-builder.ts";
import type { Writer } from "./writer.ts";

/** Writes a paragraph per run of nonblank lines. */
export function writePlain(writer: Writer, source: string): ContentOf<"doc">[] {
  const content: ContentOf<"doc">[] = [];
  for (const lines of paragraphs(source)) {
    if (writer.budget.isSpent) break;
    const taken = takeInline(writer.budget, inlineOf(lines));
    if (taken) content.push({ type: "paragraph", content: taken });
  }
  return content;
}

function* paragraphs(source: string): Generator<string[]> {
  let lines: string[] = [];
  for (const line of source.split("\n")) {
    const text = line.replace(/^[\s>]+/, "").trimEnd();
    if (text !== "") lines.push(text);
    else if (lines.length > 0) {
      yield lines;
      lines = [];
    }
  }
  if (lines.length > 0) yield lines;
}

function inlineOf(lines: string[]): Inline[] {
  const marked = newInlineBuilder();
  for (const line of lines) {
    addBreak(marked);
    addText(marked, line);
  }
  return finish(marked);
}
