/** Collects inline text into finished blocks. List items, quotes and cells have their own flow. */
export interface Flow {
  blocks: string[];
  /** Parts of the current block. */
  parts: string[];
  /** Number of finished blocks; tells a mark that its text has ended. */
  ended: number;
  /** True if another space would be redundant. */
  afterSpace: boolean;
}

export const newFlow = (): Flow => ({ blocks: [], parts: [], ended: 0, afterSpace: true });

/** Adds text with collapsed white space. */
export function addText(flow: Flow, text: string): void {
  let collapsed = text.replace(/\s+/g, " ");
  if (flow.afterSpace && collapsed.startsWith(" ")) collapsed = collapsed.slice(1);
  if (collapsed === "") return;
  flow.parts.push(collapsed.replace(/<(?=[a-z/!?])/gi, "\\<"));
  flow.afterSpace = collapsed.endsWith(" ");
}

/** Adds text verbatim. */
export function addRaw(flow: Flow, text: string): void {
  flow.parts.push(text);
  flow.afterSpace = /\s$/.test(text);
}

/** Ends the current block; `dress` turns it into a heading, for example. */
export function endBlock(flow: Flow, dress: (text: string) => string = plain): void {
  const text = flow.parts
    .join("")
    .replace(/[ \t]*\n[ \t]*/g, "\n")
    .trim();
  flow.parts = [];
  flow.ended++;
  flow.afterSpace = true;
  if (text !== "") flow.blocks.push(dress(text));
}

/** Escapes paragraph lines that would read as a heading, quote, list or rule. */
const plain = (text: string) =>
  text
    .replace(/^(#{1,6}(?=\s)|>|[-+*](?=\s)|[-=~_]{3,}$)/gm, "\\$1")
    .replace(/^(\d{1,9})([.)])(?=\s)/gm, "$1\\$2");

/** Prefixes the first line, and non-empty further lines with another prefix. */
export const indent = (text: string, first: string, further: string) =>
  first + text.replace(/\n(?!\n|$)/g, `\n${further}`);
