import defuddle from "defuddle";
import { parseHTML } from "linkedom";

/** The package exports the class itself, contrary to its types. */
const Defuddle = defuddle as unknown as typeof defuddle.default;

/** Disables heuristics that mistake lists, tables and short sections for advertisements. */
const options = {
  standardize: false,
  removePartialSelectors: false,
  removeLowScoring: false,
  removeContentPatterns: false,
  removeSmallImages: false,
};

/** Returns the HTML of a page's article; `null` if none is found. */
export function readerView(html: string, address: string): string | null {
  const { document } = parseHTML(html);
  // Browser properties that the library requires.
  Object.assign(document, { styleSheets: [], URL: address || "https://upload.invalid/" });
  Object.assign(document.defaultView ?? {}, { getComputedStyle: () => ({ display: "" }) });
  try {
    const { content } = new Defuddle(document as never, { ...options, url: address }).parse();
    return content;
  } catch {
    return null;
  }
}
