import { Parser } from "htmlparser2";
import { type MarkdownText, writeMarkdown } from "../markdown/write-markdown.ts";
import type { pageScanner } from "./scan-page.ts";

/** Converts HTML to markdown in one pass, at any nesting depth. */
export function htmlToMarkdown(
  html: string,
  address?: (href: string) => string | null,
  scanner?: ReturnType<typeof pageScanner>,
): MarkdownText {
  const writer = writeMarkdown(address);
  let text = ""; // The parser splits text at every `&lt;`.
  const flush = () => {
    if (text) writer.text(text);
    text = "";
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      flush();
      scanner?.open(name, attributes);
      writer.open(name, attributes);
    },
    ontext(part) {
      scanner?.text(part);
      text += part;
    },
    onclosetag(name) {
      flush();
      scanner?.close(name);
      writer.close();
    },
  });
  parser.end(html);
  flush();
  return writer.end();
}
