import type { Token } from "markdown-it";
import type { Inline } from "./adf.ts";
import { addHtml, addImage } from "./html.ts";
import {
  addBreak,
  addCode,
  addText,
  finish,
  type InlineBuilder,
  newInlineBuilder,
  shift,
} from "./inline-builder.ts";
import { closeLink, openLink } from "./links.ts";
import { parseInline } from "./parse.ts";
import { noteNumber, type Writer } from "./writer.ts";

/** A longer paragraph is slow and cut in any case. */
const longest = 60_000;

export function writeInline(writer: Writer, text: string, isBold = false): Inline[] {
  const marked = newInlineBuilder();
  if (isBold) shift(marked, "strong", 1);
  if (text.length > longest) {
    writer.degraded.add("paragraphs of extreme length became text without markup");
    addText(marked, text.replaceAll("\n", " "));
  } else {
    for (const token of parseInline(text, writer.env)) addToken(writer, marked, token);
  }
  return finish(marked);
}

function addToken(writer: Writer, marked: InlineBuilder, token: Token): void {
  switch (token.type) {
    case "softbreak":
      addText(marked, " ");
      break;
    case "hardbreak":
      addBreak(marked);
      break;
    case "strong_open":
    case "strong_close":
      shift(marked, "strong", token.nesting);
      break;
    case "em_open":
    case "em_close":
      shift(marked, "em", token.nesting);
      break;
    case "s_open":
    case "s_close":
      shift(marked, "strike", token.nesting);
      break;
    case "code_inline":
      addCode(marked, token.content);
      break;
    case "link_open":
      openLink(writer, marked, String(token.attrGet("href") ?? ""));
      break;
    case "link_close":
      endLink(marked);
      break;
    case "image":
      addImage(writer, marked, plainText(token.children ?? []), String(token.attrGet("src") ?? ""));
      break;
    case "html_inline":
      addHtml(writer, marked, token.content);
      break;
    case "footnote":
      addNote(writer, marked, token.content);
      break;
    default:
      addText(marked, token.content);
  }
}

/** Shows the URL of a link without text. */
function endLink(marked: InlineBuilder): void {
  const target = marked.links.at(-1);
  const last = marked.content.at(-1);
  const hasText = last?.type === "hardBreak" || last?.marks?.some(({ type }) => type === "link");
  if (typeof target === "string" && !hasText) addText(marked, target);
  closeLink(marked);
}

function addNote(writer: Writer, marked: InlineBuilder, label: string): void {
  shift(marked, "sup", 1);
  addText(marked, `[${noteNumber(writer, label)}]`);
  shift(marked, "sup", -1);
}

function plainText(tokens: Token[]): string {
  let text = "";
  for (const { type, content, children } of tokens) {
    if (children) text += plainText(children);
    else text += type === "softbreak" || type === "hardbreak" ? " " : content;
  }
  return text;
}
