import defuddle from "defuddle";
import { parseHTML } from "linkedom";

/** The package is the class itself, which its types say otherwise. */
const Defuddle = defuddle as unknown as typeof defuddle.default;

/** What guesses is switched off: it takes lists, tables and short sections for advertisements. */
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
  // These two are what the reader asks of a browser and does not find here.
  Object.assign(document, { styleSheets: [], URL: address || "https://upload.invalid/" });
  Object.assign(document.defaultView ?? {}, { getComputedStyle: () => ({ display: "" }) });
  try {
    const { content } = new Defuddle(document as never, { ...options, url: address }).parse();
    return content;
  } catch {
    return null;
  }
}
