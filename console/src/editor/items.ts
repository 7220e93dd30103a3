import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { ChangeSpec, EditorState, Text } from "@codemirror/state";
import { toCriterion } from "../../../contract/src/criteria/label.ts";

export type Tree = ReturnType<typeof syntaxTree>;
export type SyntaxNode = Tree["topNode"];

/** The most milliseconds for the first parse; later ones are incremental. */
const readsFor = 5_000;

export const treeOf = (state: EditorState): Tree =>
  ensureSyntaxTree(state, state.doc.length, readsFor) ?? syntaxTree(state);

/** Null in code or outside lists. */
export function itemAt(state: EditorState, position: number): SyntaxNode | null {
  const line = state.doc.lineAt(position);
  const written = line.text.trimEnd().length;
  if (written === 0) return null;
  // An empty item ends before the space after its mark.
  const place = Math.min(position, line.from + written);
  let node: SyntaxNode | null = treeOf(state).resolveInner(place, -1);
  while (node && node.name !== "ListItem") {
    if (/Code(Block)?$/.test(node.name) && node.name !== "InlineCode") return null;
    node = node.parent;
  }
  return node;
}

export const siblingsOf = (item: SyntaxNode): SyntaxNode[] => item.parent?.getChildren("ListItem") ?? [item];

/** An item's beginning up to its words. */
export interface Begin {
  mark: { from: number; to: number };
  /** Null for bullets. */
  number: number | null;
  /** `.` or `)`, or the bullet. */
  sign: string;
  space: string;
  /** As written: `[ ] **AC-1:** `. */
  label: string;
  id: string | null;
  words: number;
}

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

/** Renumbers an item and re-indents its continuation lines. */
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
