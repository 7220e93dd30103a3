import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { ChangeSpec, EditorState, Text } from "@codemirror/state";
import { toCriterion } from "../../../contract/src/criteria/label.ts";

/** The tree of a text, and one of its nodes. */
export type Tree = ReturnType<typeof syntaxTree>;
export type SyntaxNode = Tree["topNode"];

/** The most milliseconds that a key waits for a long text to be read, which is once: then only changes are read. */
const readsFor = 5_000;

/** Returns the tree of a whole text. */
export const treeOf = (state: EditorState): Tree =>
  ensureSyntaxTree(state, state.doc.length, readsFor) ?? syntaxTree(state);

/** Returns the item of a list that a place is in; null in code, and where no list is. */
export function itemAt(state: EditorState, at: number): SyntaxNode | null {
  const line = state.doc.lineAt(at);
  const written = line.text.trimEnd().length;
  if (written === 0) return null;
  // A mark with nothing behind it ends before the space that follows it.
  const place = Math.min(at, line.from + written);
  let node: SyntaxNode | null = treeOf(state).resolveInner(place, -1);
  while (node && node.name !== "ListItem") {
    if (/Code(Block)?$/.test(node.name) && node.name !== "InlineCode") return null;
    node = node.parent;
  }
  return node;
}

/** Returns the items of the list that an item is in. */
export const siblingsOf = (item: SyntaxNode): SyntaxNode[] => item.parent?.getChildren("ListItem") ?? [item];

/** The mark of an item, such as `3.` or `-`, and what follows it before the words. */
export interface Begin {
  mark: { from: number; to: number };
  /** The number of an ordered item; null for others. */
  number: number | null;
  /** `.` or `)`, or the bullet. */
  sign: string;
  space: string;
  /** The box and the label, as they are written: `[ ] **AC-1:** `. */
  label: string;
  id: string | null;
  /** The place where the words begin. */
  words: number;
}

/** Reads how an item begins. */
export function beginOf(doc: Text, item: SyntaxNode): Begin {
  const mark = item.getChild("ListMark") ?? item;
  const written = doc.sliceString(mark.from, mark.to);
  const number = /^\d+/.exec(written)?.[0];
  const rest = doc.sliceString(mark.to, Math.max(mark.to, doc.lineAt(mark.from).to));
  const space = /^[ \t]*/.exec(rest)?.[0] ?? "";
  const body = rest.slice(space.length);
  const { id, text } = toCriterion(body);
  const trimmed = body.trimEnd();
  const label = trimmed.endsWith(text) ? body.slice(0, trimmed.length - text.length) : id ? `${id}: ` : "";
  return {
    mark,
    number: number === undefined ? null : Number(number),
    sign: written.slice(number?.length ?? 0),
    space: space || " ",
    label,
    id,
    words: mark.to + space.length + label.length,
  };
}

/** Returns the changes that give an item another number: its further lines keep their place below its words. */
export function numbered(doc: Text, item: SyntaxNode, begin: Begin, number: number): ChangeSpec[] {
  if (begin.number === null || begin.number === number) return [];
  const before = String(begin.number);
  const after = String(number);
  const changes: ChangeSpec[] = [
    { from: begin.mark.from, to: begin.mark.to - begin.sign.length, insert: after },
  ];
  const more = after.length - before.length;
  const last = doc.lineAt(item.to).number;
  for (let n = doc.lineAt(item.from).number + 1; more !== 0 && n <= last; n++) {
    const { from, text } = doc.line(n);
    if (text.trim() === "") continue;
    if (more > 0) changes.push({ from, insert: " ".repeat(more) });
    else if (text.startsWith(" ")) changes.push({ from, to: from + Math.min(-more, text.search(/[^ ]|$/)) });
  }
  return changes;
}
