/** Converts between a text's own line ends and the editor's `\n`. */
export interface LineEnds {
  toLines: (text: string) => string;
  toText: (lines: string) => string;
}

const asTheyAre: LineEnds = { toLines: (text) => text, toText: (lines) => lines };
const windows: LineEnds = {
  toLines: (text) => text.replaceAll("\r\n", "\n"),
  toText: (lines) => lines.replaceAll("\n", "\r\n"),
};

/** Detects a text's line ends; mixed ones are preserved character by character. */
export const lineEndsOf = (text: string): LineEnds =>
  text.includes("\r\n") && !/(^|[^\r])\n|\r(?!\n)/.test(text) ? windows : asTheyAre;
