import type { ChangeSpec, EditorState, TransactionSpec } from "@codemirror/state";
import { type Begin, beginOf, numbered, type SyntaxNode, siblingsOf } from "./items.ts";

/** Inserts an item with the next number and label, and renumbers the rest. */
export function nextItem(state: EditorState, item: SyntaxNode, position: number): TransactionSpec {
  const { doc } = state;
  const begin = beginOf(doc, item);
  const line = doc.lineAt(begin.mark.from);
  // Keeps indentation and quote marks.
  const before = doc.sliceString(line.from, begin.mark.from).replace(/[^\s>]/g, " ");
  const siblings = siblingsOf(item);
  const index = siblings.findIndex(({ from }) => from === item.from);
  const counts = begin.number !== null && isCounted(state, siblings);
  const number = begin.number === null ? "" : String(begin.number + (counts ? 1 : 0));
  const gap = isLoose(state, siblings) ? "\n\n" : "\n";
  const insert = `${gap}${before}${number}${begin.sign}${begin.space}${nextLabel(state, begin)}`;
  const words = doc.sliceString(position, doc.lineAt(position).to);
  const spaces = words.length - words.trimStart().length;
  return {
    changes: [
      { from: position, to: position + spaces, insert },
      ...(counts ? countOn(state, siblings.slice(index + 1), (begin.number ?? 0) + 2) : []),
    ],
    selection: { anchor: position + insert.length },
    scrollIntoView: true,
    userEvent: "input",
  };
}

const countOn = (state: EditorState, items: readonly SyntaxNode[], first: number): ChangeSpec[] =>
  items.flatMap((item, index) => numbered(state.doc, item, beginOf(state.doc, item), first + index));

/** Some authors number every item `1.`. */
function isCounted(state: EditorState, items: readonly SyntaxNode[]): boolean {
  const [first, second] = items.slice(0, 2).map((item) => beginOf(state.doc, item).number);
  return second === undefined || first !== second;
}

function isLoose({ doc }: EditorState, [first, second]: readonly SyntaxNode[]): boolean {
  return !!first && !!second && doc.lineAt(second.from).number - doc.lineAt(first.to).number > 1;
}

/** Returns a label above the highest of its kind, so that ids stay unique. */
function nextLabel(state: EditorState, { id, label }: Begin): string {
  const open = label.replace(/^\[[xX]\]/, "[ ]");
  const [, kind, digits] = /^(.*?)(\d+)\p{L}?$/u.exec(id ?? "") ?? [];
  if (id === null || kind === undefined || digits === undefined) return open;
  const all = state.doc
    .toString()
    .matchAll(new RegExp(`(?<![\\p{L}\\p{Nd}])${RegExp.escape(kind)}(\\d{1,9})`, "gu"));
  const highest = Math.max(Number(digits), ...all.map(([, number]) => Number(number)));
  const next = `${kind}${String(highest + 1).padStart(digits.length, "0")}`;
  const whole = open.replace(id, () => next);
  return whole.endsWith(" ") ? whole : `${whole} `;
}
