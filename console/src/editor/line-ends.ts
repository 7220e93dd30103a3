/** Converts a text's line ends to the editor's and back. */
export interface LineEnds {
  toLines: (text: string) => string;
  toText: (lines: string) => string;
}

export const asTheyAre: LineEnds = { toLines: (text) => text, toText: (lines) => lines };
const windows: LineEnds = {
  toLines: (text) => text.replaceAll("\r\n", "\n"),
  toText: (lines) => lines.replaceAll("\n", "\r\n"),
};

/** Mixed line ends are kept character by character. */
export const lineEndsOf = (text: string): LineEnds =>
  text.includes("\r\n") && !/(^|[^\r])\n|\r(?!\n)/.test(text) ? windows : asTheyAre;
