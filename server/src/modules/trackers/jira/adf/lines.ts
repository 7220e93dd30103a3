import type { Inline } from "./adf.ts";
import { codeOf } from "./code.ts";
import { addHtml } from "./html.ts";
import { writeInline } from "./inline.ts";
import { addCode, finish, newInlineBuilder } from "./inline-builder.ts";
import type { Source } from "./parse.ts";
import { tableLines } from "./tables.ts";
import { noteNumber, type Writer } from "./writer.ts";

/** A horizontal rule. */
export const dashes = "———";

/** Yields text lines lazily, for parents that allow no blocks. */
export function* linesOf(writer: Writer, blocks: Source[]): Generator<Inline[]> {
  for (const block of blocks) {
    const { token, inside, text } = block;
    switch (token.type) {
      case "paragraph_open":
        yield writeInline(writer, text);
        break;
      case "heading_open":
        yield writeInline(writer, text, true);
        break;
      case "bullet_list_open":
        for (const item of inside) yield* labelled("- ", linesOf(writer, item.inside));
        break;
      case "ordered_list_open":
        for (const [index, item] of inside.entries()) {
          yield* labelled(`${startOf(block) + index}. `, linesOf(writer, item.inside));
        }
        break;
      case "blockquote_open":
        yield* linesOf(writer, inside);
        break;
      case "footnote_open":
        yield* labelled(`[${noteNumber(writer, token.content)}] `, linesOf(writer, inside));
        break;
      case "fence":
      case "code_block":
        for (const line of codeOf(block).split("\n")) yield codeLine(line);
        break;
      case "table_open":
        for (const line of tableLines(block)) yield codeLine(line);
        break;
      case "hr":
        yield [{ type: "text", text: dashes }];
        break;
      case "html_block":
        yield htmlLine(writer, block);
        break;
      default:
        if (text !== "") yield writeInline(writer, text);
    }
  }
}

export function startOf({ token }: Source): number {
  return Number(token.attrGet("start") ?? 1);
}

export function htmlLine(writer: Writer, { token }: Source): Inline[] {
  const marked = newInlineBuilder();
  addHtml(writer, marked, token.content);
  return finish(marked);
}

function* labelled(label: string, lines: Iterable<Inline[]>): Generator<Inline[]> {
  let isFirst = true;
  for (const line of lines) {
    yield isFirst ? [{ type: "text", text: label }, ...line] : line;
    isFirst = false;
  }
}

function codeLine(text: string): Inline[] {
  const marked = newInlineBuilder();
  addCode(marked, text);
  return marked.content;
}
