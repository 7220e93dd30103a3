import defuddle from "defuddle";
import { parseHTML } from "linkedom";

/** The package is the class itself, although its types say that it has the class as a member. */
const Defuddle = defuddle as unknown as typeof defuddle.default;

/** The settings switch off the steps that guess, since those take lists, tables and short sections for advertisements. */
const options = {
  standardize: false,
  removePartialSelectors: false,
  removeLowScoring: false,
  removeContentPatterns: false,
  removeSmallImages: false,
};

/** Returns the HTML of a page's article, or `null` where none is found. */
export function readerView(html: string, address: string): string | null {
  const { document } = parseHTML(html);
  // The reader asks a browser for these two, and there is no browser here.
  Object.assign(document, { styleSheets: [], URL: address || "https://upload.invalid/" });
  Object.assign(document.defaultView ?? {}, { getComputedStyle: () => ({ display: "" }) });
  try {
    const { content } = new Defuddle(document as never, { ...options, url: address }).parse();
    return content;
  } catch {
    return null;
  }
}
