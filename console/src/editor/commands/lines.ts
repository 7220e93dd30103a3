import type { EditorState, Line } from "@codemirror/state";
import { type SyntaxNode, treeOf } from "../items.ts";
import { partsOf } from "./line-parts.ts";

/** Blocks whose lines take no marks. */
const closed =
  /^(FencedCode|CodeBlock|HTMLBlock|CommentBlock|ProcessingInstructionBlock|Table|HorizontalRule|LinkReference)$/;

/** Returns the selected lines; a selection that ends at a line's start leaves that line out. */
export function selectedLines({ doc, selection: { main } }: EditorState): Line[] {
  const first = doc.lineAt(main.from).number;
  const last = doc.lineAt(main.to);
  const count = (last.from === main.to && last.number > first ? last.number - 1 : last.number) - first + 1;
  return Array.from({ length: count }, (_, index) => doc.line(first + index));
}

/** Returns the selected lines that can take marks: none of code, tables and rules, and blank ones only alone. */
export function openLines(state: EditorState): Line[] {
  const lines = selectedLines(state);
  const tree = treeOf(state);
  return lines.filter((line) => {
    if (line.text.trim() === "")
      return lines.length === 1 && !isClosed(tree.resolveInner(line.from, 1), line);
    const place = line.from + partsOf(line.text).lead.length;
    return !isClosed(tree.resolveInner(place, 1), line);
  });
}

function isClosed(start: SyntaxNode, line: Line): boolean {
  for (let node: SyntaxNode | null = start; node; node = node.parent) {
    if (closed.test(node.name)) return true;
    // The line below a heading's words.
    if (node.name.startsWith("Setext") && node.from < line.from) return true;
  }
  return false;
}

/** Returns the selected lines and the rest of the paragraphs at both ends. */
export function wholeLines(state: EditorState): Line[] {
  const lines = selectedLines(state);
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return lines;
  const start = paragraphAt(state, first)?.from ?? first.from;
  const end = paragraphAt(state, last)?.to ?? last.to;
  const from = state.doc.lineAt(Math.min(start, first.from)).number;
  const to = state.doc.lineAt(Math.max(end, last.to)).number;
  return Array.from({ length: to - from + 1 }, (_, index) => state.doc.line(from + index));
}

function paragraphAt(state: EditorState, line: Line): SyntaxNode | null {
  const place = line.from + Math.max(0, line.text.search(/\S/));
  let node: SyntaxNode | null = treeOf(state).resolveInner(place, 1);
  while (node && !/^(Paragraph|Task|SetextHeading[12])$/.test(node.name)) node = node.parent;
  return node;
}
