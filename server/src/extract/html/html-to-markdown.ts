import { Parser } from "htmlparser2";
import { type Written, writeMarkdown } from "../markdown/write-markdown.ts";
import type { pageScanner } from "./scan-page.ts";

/** Turns HTML into markdown in one pass, whatever its depth. */
export function htmlToMarkdown(
  html: string,
  address?: (href: string) => string | null,
  scanner?: ReturnType<typeof pageScanner>,
): Written {
  const writer = writeMarkdown(address);
  let text = ""; // The parser hands the text over in parts, one for each `&lt;`.
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
