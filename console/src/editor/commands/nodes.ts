import type { EditorState } from "@codemirror/state";
import { type SyntaxNode, treeOf } from "../items.ts";

interface Piece {
  from: number;
  to: number;
}

/** Returns the innermost node of this name around a piece of the text. */
export function nodeAround(state: EditorState, name: string, { from, to }: Piece): SyntaxNode | null {
  const tree = treeOf(state);
  for (const [place, side] of [
    [from, 1],
    [from, -1],
    [to, -1],
  ] as const)
    for (let node: SyntaxNode | null = tree.resolveInner(place, side); node; node = node.parent)
      if (node.name === name && node.from <= from && node.to >= to) return node;
  return null;
}

const wordless = new Set(["FencedCode", "CodeBlock", "HorizontalRule", "HeaderMark", "TableDelimiter"]);

/** True in blocks of code and in lines without words, where marks are letters. */
export function isWordless(state: EditorState, place: number): boolean {
  let node: SyntaxNode | null = treeOf(state).resolveInner(place, 1);
  while (node && !wordless.has(node.name)) node = node.parent;
  return node !== null;
}

/** True beside a sign that marks words. */
export const isAtSign = (state: EditorState, place: number): boolean =>
  ([1, -1] as const).some((side) =>
    /^(Emphasis|Strikethrough|Code)Mark$/.test(treeOf(state).resolveInner(place, side).name),
  );
