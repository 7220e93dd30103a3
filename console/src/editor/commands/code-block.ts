import type { EditorState, TransactionSpec } from "@codemirror/state";
import { type EditOf, isRestored } from "./edit.ts";
import { wholeLines } from "./lines.ts";
import { nodeAround } from "./nodes.ts";

export const isCodeBlock = (state: EditorState): boolean =>
  nodeAround(state, "FencedCode", state.selection.main) !== null;

/** Puts the selected paragraphs between fences, or takes the fences away. */
export const toggleCodeBlock: EditOf = (state) => {
  if (isCodeBlock(state)) return unfenced(state);
  const [first = ""] = wholeLines(state).map(({ text }) => text);
  const lead = /^(?:[ \t]*>)*[ \t]*/.exec(first)?.[0] ?? "";
  return (
    [lead, ""]
      .map((before) => fenced(state, before))
      .find((spec) => spec && isRestored(state, spec, unfenced)) ?? null
  );
};

/** Takes away the fences around the selection, if they are read as such. */
const unfenced: EditOf = (state) => {
  const node = nodeAround(state, "FencedCode", state.selection.main);
  return node && withoutFences(state, node.from, node.to);
};

function fenced(state: EditorState, lead: string): TransactionSpec | null {
  const lines = wholeLines(state);
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return null;
  const runs = lines.flatMap(({ text }) => /`{3,}/.exec(text)?.[0].length ?? []);
  const fence = "`".repeat(Math.max(2, ...runs) + 1);
  const isBlank = lines.length === 1 && first.text.trim() === "";
  const open = `${lead}${fence}\n`;
  const at = (place: number) => place + open.length;
  const { anchor, head } = state.selection.main;
  return {
    changes: [
      { from: first.from, insert: open },
      { from: last.to, insert: `\n${lead}${fence}` },
    ],
    selection: isBlank ? { anchor: at(first.to) } : { anchor: at(anchor), head: at(head) },
    userEvent: "input.format",
  };
}

function withoutFences({ doc }: EditorState, from: number, to: number): TransactionSpec | null {
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
  // A fence behind an item's mark shares its line.
  if (!/^(?:[ \t]*>)*[ \t]*$/.test(first.text.slice(0, from - first.from))) return null;
  const isClosed = last.number > first.number && /^(?:[ \t]*>)*[ \t]*(`{3,}|~{3,})[ \t\r]*$/.test(last.text);
  if (first.number === last.number)
    return { changes: { from: first.from, to: first.to }, userEvent: "input.format" };
  // Fences without a line between them leave an empty one.
  if (isClosed && last.number === first.number + 1)
    return { changes: { from: first.from, to: last.to }, userEvent: "input.format" };
  return {
    changes: [
      { from: first.from, to: first.to + 1 },
      ...(isClosed ? [{ from: last.from - 1, to: last.to }] : []),
    ],
    userEvent: "input.format",
  };
}
