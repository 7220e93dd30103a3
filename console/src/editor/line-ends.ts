/** Line ends of a text: the editor has lines, and each text gets the ends back that it had. */
export interface LineEnds {
  toLines: (text: string) => string;
  toText: (lines: string) => string;
}

const asTheyAre: LineEnds = { toLines: (text) => text, toText: (lines) => lines };
const windows: LineEnds = {
  toLines: (text) => text.replaceAll("\r\n", "\n"),
  toText: (lines) => lines.replaceAll("\n", "\r\n"),
};

/** Returns how a text ends its lines. Where that is mixed, every character stays as it is. */
export const lineEndsOf = (text: string): LineEnds =>
  text.includes("\r\n") && !/(^|[^\r])\n|\r(?!\n)/.test(text) ? windows : asTheyAre;
