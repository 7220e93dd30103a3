import { textOf } from "../decode-text.ts";
import { htmlToMarkdown } from "../html/html-to-markdown.ts";
import { readerView } from "../html/reader-view.ts";
import { pageScanner } from "../html/scan-page.ts";
import type { About, Read } from "../reader.ts";

/** Larger or deeper pages are read whole, since article detection takes time and stack. */
const mostForView = { length: 5_000_000, depth: 400 };

/** Reads a page: its article if other content surrounds it, otherwise everything. */
export function readHtml(bytes: Buffer, about: About): Read {
  const html = textOf(bytes, about.mediaType, namedIn(bytes));
  const scanner = pageScanner();
  const { page } = scanner;
  /** Resolves links as a browser does; an upload's stay unchanged. */
  const address = (href: string) => {
    const start = page.base ? (URL.parse(page.base, about.address || undefined)?.href ?? "") : about.address;
    return start ? (URL.parse(href, start)?.href ?? null) : href;
  };
  const whole = htmlToMarkdown(html, address, scanner);
  const { title } = page;
  if (page.hasScripts && isShell(whole.text)) return { ...whole, title, problem: needsBrowser };
  const fits = html.length <= mostForView.length && page.depth <= mostForView.depth;
  if (!page.hasSurroundings || !fits) return { ...whole, title };
  const view = htmlToMarkdown(readerView(html, about.address) ?? "", address);
  // A nearly empty result has missed the article.
  const read = view.text.length * 8 < whole.text.length ? whole : view;
  return { ...read, title };
}

/** Tests for a page shell: empty, or one short line such as "Loading". */
const isShell = (text: string) => text.length < 200 && !/\n|^(?:#|- |\d+\. |>|\||```)/.test(text);

const needsBrowser =
  "The page makes its text with scripts, which only a browser runs, so little of it could be read.";

/** Returns the charset declared in the page, or ""; UTF-16 can't be declared in ASCII. */
function namedIn(bytes: Buffer): string {
  const start = bytes.toString("latin1", 0, 2048);
  const named =
    /<meta\b[^>]*?charset\s*=\s*["']?([\w-]+)/i.exec(start) ??
    /^\s*<\?xml\b[^>]*?\sencoding\s*=\s*["']([\w-]+)/i.exec(start);
  return named?.[1]?.replace(/^utf-?16.*$/i, "") ?? "";
}
