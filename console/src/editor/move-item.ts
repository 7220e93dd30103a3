import type { EditorState, TransactionSpec } from "@codemirror/state";
import { beginOf, type SyntaxNode, siblingsOf } from "./items.ts";

/** Moves an item within its list. Numbers keep their place. Labels move along, so a criterion keeps its id. */
export function moveItem(state: EditorState, item: SyntaxNode, step: -1 | 1): TransactionSpec {
  const siblings = siblingsOf(item);
  const index = siblings.findIndex(({ from }) => from === item.from);
  const other = siblings[index + step];
  if (!other) return {};
  const { doc, selection } = state;
  const [first, second] = step < 0 ? [other, item] : [item, other];
  const marks = [beginOf(doc, first).mark, beginOf(doc, second).mark] as const;
  const [up, down] = [partsOf(state, first), partsOf(state, second)];
  const gap = doc.sliceString(first.to, second.from);
  const above = up.mark + shifted(down.rest, up.mark.length - down.mark.length);
  const below = down.mark + shifted(up.rest, down.mark.length - up.mark.length);
  const own = step < 0 ? second : first;
  const ownMark = step < 0 ? marks[1] : marks[0];
  const inWords = Math.max(0, selection.main.head - ownMark.to);
  const start =
    step < 0 ? first.from + up.mark.length : first.from + above.length + gap.length + down.mark.length;
  return {
    changes: { from: first.from, to: second.to, insert: above + gap + below },
    selection: { anchor: Math.min(start + inWords, start + (own.to - ownMark.to)) },
    scrollIntoView: true,
    userEvent: "move.line",
  };
}

function partsOf({ doc }: EditorState, item: SyntaxNode): { mark: string; rest: string } {
  const { mark } = beginOf(doc, item);
  return { mark: doc.sliceString(item.from, mark.to), rest: doc.sliceString(mark.to, item.to) };
}

/** Indents or outdents the lines after the first by columns. */
function shifted(rest: string, by: number): string {
  if (by === 0) return rest;
  const [first = "", ...more] = rest.split("\n");
  const moved = more.map((line) => {
    if (line.trim() === "") return line;
    return by > 0 ? " ".repeat(by) + line : line.slice(Math.min(-by, line.search(/[^ ]|$/)));
  });
  return [first, ...moved].join("\n");
}
