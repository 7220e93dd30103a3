/** Collects inline text until a block ends, and finished blocks. A list item, a quote and a cell have one of their own. */
export interface Flow {
  blocks: string[];
  /** The parts of the block that is being written. */
  parts: string[];
  /** Counts finished blocks, by which a mark knows that its text is in one that has ended. */
  ended: number;
  /** This is true where a space would be the second one, or the first of a line. */
  afterSpace: boolean;
}

export const newFlow = (): Flow => ({ blocks: [], parts: [], ended: 0, afterSpace: true });

/** Adds text with its white space collapsed. */
export function addText(flow: Flow, text: string): void {
  let collapsed = text.replace(/\s+/g, " ");
  if (flow.afterSpace && collapsed.startsWith(" ")) collapsed = collapsed.slice(1);
  if (collapsed === "") return;
  flow.parts.push(collapsed.replace(/<(?=[a-z/!?])/gi, "\\<"));
  flow.afterSpace = collapsed.endsWith(" ");
}

/** Adds text that must stay as it is. */
export function addRaw(flow: Flow, text: string): void {
  flow.parts.push(text);
  flow.afterSpace = /\s$/.test(text);
}

/** Ends the block that is being written; `dress` makes a heading of it, for example. */
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

/** Keeps a paragraph's line from being taken for a heading, a quote, a list or a rule. */
const plain = (text: string) =>
  text
    .replace(/^(#{1,6}(?=\s)|>|[-+*](?=\s)|[-=~_]{3,}$)/gm, "\\$1")
    .replace(/^(\d{1,9})([.)])(?=\s)/gm, "$1\\$2");

/** Puts a first prefix before a text and another before its further lines that are not empty. */
export const indent = (text: string, first: string, further: string) =>
  first + text.replace(/\n(?!\n|$)/g, `\n${further}`);
