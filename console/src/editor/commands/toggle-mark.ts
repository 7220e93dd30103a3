import { type ChangeSpec, EditorSelection, type EditorState, type TransactionSpec } from "@codemirror/state";
import type { SyntaxNode } from "../items.ts";
import { type EditOf, isRestored } from "./edit.ts";
import { beginLength } from "./line-parts.ts";
import { isAtSign, isWordless, nodeAround } from "./nodes.ts";

/** A way to mark words. */
export interface Mark {
  node: "StrongEmphasis" | "Emphasis" | "Strikethrough" | "InlineCode";
  /** The nodes of the signs on both sides. */
  signs: "EmphasisMark" | "StrikethroughMark" | "CodeMark";
  sign: string;
}

export const bold: Mark = { node: "StrongEmphasis", signs: "EmphasisMark", sign: "**" };
export const italic: Mark = { node: "Emphasis", signs: "EmphasisMark", sign: "*" };
export const struck: Mark = { node: "Strikethrough", signs: "StrikethroughMark", sign: "~~" };
export const code: Mark = { node: "InlineCode", signs: "CodeMark", sign: "`" };

export interface Piece {
  from: number;
  to: number;
}

/** Marks the selected words or the cursor's word, or takes their marks away. */
export const toggleMark =
  (mark: Mark): EditOf =>
  (state) => {
    const spec = toggled(state, mark);
    if (!spec || wordsOf(state).some((piece) => nodeAround(state, mark.node, piece))) return spec;
    if (state.update(spec).newDoc.length < state.doc.length) return spec;
    // Marks that the same command would not take away again are not made.
    return isRestored(state, spec, (after) => toggled(after, mark)) ? spec : null;
  };

function toggled(state: EditorState, mark: Mark): TransactionSpec | null {
  const pieces = wordsOf(state);
  if (pieces.length === 0) return insertPair(state, mark);
  const nodes = pieces.map((piece) => nodeAround(state, mark.node, piece));
  if (nodes.every((node) => node !== null)) return unmark(state, [...new Set(nodes)], mark);
  return wrap(
    state,
    mark,
    pieces.filter((_, index) => nodes[index] === null),
  );
}

export const hasMark = (state: EditorState, mark: Mark): boolean => {
  const pieces = wordsOf(state);
  const { from, to } = state.selection.main;
  const all = pieces.length > 0 ? pieces : [{ from, to }];
  return all.every((piece) => nodeAround(state, mark.node, piece) !== null);
};

/** Returns the words of each selected line without its marks, or the cursor's word. */
function wordsOf(state: EditorState): Piece[] {
  const { main } = state.selection;
  const { doc } = state;
  if (main.empty) {
    const word = state.wordAt(main.head);
    return word && !isWordless(state, word.from) ? [{ from: word.from, to: word.to }] : [];
  }
  const pieces: Piece[] = [];
  for (let place = main.from; place <= main.to; ) {
    const line = doc.lineAt(place);
    const begin = Math.max(main.from, line.from + beginLength(line.text));
    const words = state.sliceDoc(begin, Math.max(begin, Math.min(main.to, line.to)));
    const from = begin + words.length - words.trimStart().length;
    if (words.trim() !== "" && !isWordless(state, from))
      pieces.push({ from, to: from + words.trim().length });
    place = line.to + 1;
  }
  return pieces;
}

function unmark(state: EditorState, nodes: readonly SyntaxNode[], mark: Mark): TransactionSpec {
  const changes = nodes.flatMap((node): ChangeSpec[] => {
    const [open, close] = [node.getChildren(mark.signs)[0], node.getChildren(mark.signs).at(-1)];
    if (!open || !close) return [];
    const words = state.sliceDoc(open.to, close.from);
    // Code that begins or ends with a backtick has a space before it.
    const space =
      mark === code && words.trim() !== "" && /^ `|` $/.test(words) && /^ .* $/s.test(words) ? 1 : 0;
    return [
      { from: open.from, to: open.to + space },
      { from: close.from - space, to: close.to },
    ];
  });
  return { changes, userEvent: "input.format" };
}

/** Marks pieces unless they would not be read as marked afterwards. */
function wrap(state: EditorState, mark: Mark, pieces: readonly Piece[]): TransactionSpec | null {
  const changes = state.changes(
    pieces.flatMap(({ from, to }) => {
      const [open, close] = signsFor(mark, state.sliceDoc(from, to));
      return [
        { from, insert: open },
        { from: to, insert: close },
      ];
    }),
  );
  const { main } = state.selection;
  // The cursor stays within its word.
  const own = main.head === pieces[0]?.to ? -1 : 1;
  const at = (place: number, side: -1 | 1) => changes.mapPos(place, main.empty ? own : side);
  const selection = EditorSelection.single(
    at(main.anchor, main.anchor <= main.head ? 1 : -1),
    at(main.head, main.anchor <= main.head ? -1 : 1),
  );
  const spec: TransactionSpec = { changes, selection, userEvent: "input.format" };
  const after = state.update(spec).state;
  const isRead = pieces.every(({ from, to }) => {
    const [words, outside] = [
      { from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) },
      { from: changes.mapPos(from, -1), to: changes.mapPos(to, 1) },
    ];
    const node = nodeAround(after, mark.node, words);
    return node?.from === outside.from && node.to === outside.to;
  });
  return isRead && wordsOf(after).length === wordsOf(state).length ? spec : null;
}

function signsFor(mark: Mark, words: string): [string, string] {
  if (mark !== code) return [mark.sign, mark.sign];
  const longest = Math.max(0, ...[...words.matchAll(/`+/g)].map(([run]) => run.length));
  const sign = "`".repeat(longest + 1);
  const space = /^`|`$/.test(words) ? " " : "";
  return [sign + space, space + sign];
}

/** Inserts a pair of signs around the cursor, or takes an empty pair away. */
function insertPair(state: EditorState, { sign }: Mark): TransactionSpec | null {
  const { head, empty } = state.selection.main;
  if (!empty || isWordless(state, head) || isAtSign(state, head)) return null;
  const { from, text } = state.doc.lineAt(head);
  const [before, behind] = [text.slice(0, head - from), text.slice(head - from)];
  const isSign = (letter: string) => letter === sign[0];
  const signs = Math.min(
    before.length - (before.split("").findLastIndex((letter) => !isSign(letter)) + 1),
    `${behind} `.split("").findIndex((letter) => !isSign(letter)),
  );
  // Two of three are bold, and the third is italic.
  if ((signs & sign.length) !== 0)
    return { changes: { from: head - sign.length, to: head + sign.length }, userEvent: "input.format" };
  const spec: TransactionSpec = {
    changes: { from: head, insert: sign + sign },
    selection: { anchor: head + sign.length },
    userEvent: "input.format",
  };
  // `~~~~` begins code, and a sign may belong to another one.
  const after = state.update(spec).state;
  return isWordless(after, head + sign.length) || isAtSign(after, head + sign.length) ? null : spec;
}
