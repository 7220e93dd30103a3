import type { EditorState } from "@codemirror/state";
import { type SyntaxNode, treeOf } from "../items.ts";

/** A cell from its pipe up to the next one; the row's last pipe belongs to its last cell. */
export interface Cell {
  from: number;
  to: number;
  /** The words without the pipes and spaces around them. */
  words: { from: number; to: number };
}

export interface Row {
  from: number;
  to: number;
  /** Where the row begins behind quote marks and indentation. */
  start: number;
  cells: readonly Cell[];
}

export interface Table {
  from: number;
  to: number;
  /** The head first; without the row of dashes. */
  rows: readonly Row[];
  dashes: Row;
}

/** Returns the cells of a row; a pipe behind a backslash divides none. */
export function rowOf(text: string, from: number, indent: number): Row {
  const end = text.trimEnd().length;
  const pipes: number[] = [];
  for (let at = indent; at < end; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "|") pipes.push(at);
  }
  const edges = pipes[0] === indent ? pipes : [indent, ...pipes];
  const isClosed = pipes.at(-1) === end - 1 && edges.length > 1;
  const last = isClosed ? edges.length - 1 : edges.length;
  const cells = edges.slice(0, last).map((edge, index): Cell => {
    const begin = edge + (text[edge] === "|" && pipes.includes(edge) ? 1 : 0);
    const next = edges[index + 1] ?? end;
    const words = text.slice(begin, next);
    const start = begin + Math.min(words.length, words.search(/\S|$/), words.trim() === "" ? 1 : Infinity);
    const to = index === last - 1 ? end : next;
    return {
      from: from + edge,
      to: from + to,
      words: { from: from + start, to: from + start + words.trim().length },
    };
  });
  return { from, to: from + text.length, start: from + indent, cells };
}

export function tableAt(state: EditorState, place: number): Table | null {
  const { from, to } = state.doc.lineAt(place);
  for (const at of [place, to, from])
    for (const side of [1, -1] as const) {
      let node: SyntaxNode | null = treeOf(state).resolveInner(at, side);
      while (node && node.name !== "Table") node = node.parent;
      const table = node && tableOf(state, node);
      if (table?.rows.some((row) => row.from <= place && place <= row.to)) return table;
    }
  return null;
}

function tableOf({ doc }: EditorState, node: SyntaxNode): Table | null {
  const first = doc.lineAt(node.from);
  const last = doc.lineAt(node.to).number;
  const rows: Row[] = [rowOf(first.text, first.from, node.from - first.from)];
  for (let number = first.number + 1; number <= last; number++) {
    const { text, from } = doc.line(number);
    rows.push(rowOf(text, from, /^[ \t>]*/.exec(text)?.[0].length ?? 0));
  }
  const [dashes] = rows.splice(1, 1);
  return dashes ? { from: node.from, to: node.to, rows, dashes } : null;
}
