import type { EditorState, Range } from "@codemirror/state";
import type { Decoration } from "@codemirror/view";
import type { SyntaxNode } from "../items.ts";
import { hidden, lineOf } from "./marks.ts";

/** What the selection or cursor is in or at. */
export interface Touched {
  /** True for these characters, whose marks are then shown. */
  isTouched: (from: number, to: number) => boolean;
  /** True for the lines of these characters. */
  isLineTouched: (from: number, to: number) => boolean;
}

/** Collects the decorations of a visible range. */
export interface Scene extends Touched {
  state: EditorState;
  from: number;
  to: number;
  /** False for characters that no decoration may replace. */
  isInOneLine: (from: number, to: number) => boolean;
  add: (decoration: Decoration, from: number, to?: number) => void;
  hide: (from: number, to: number) => void;
  /** Styles those lines of a block that are in sight. */
  style: (node: { from: number; to: number }, classOf: (position: Position) => string) => void;
}

interface Position {
  isFirst: boolean;
  isLast: boolean;
}

export type Draw = (scene: Scene, node: SyntaxNode) => void;

/** Looks up the selection's lines once, not those of each block. */
export function touchedOf({ doc, selection: { ranges } }: EditorState): Touched {
  const lines = ranges.map(({ from, to }) => ({ from: doc.lineAt(from).from, to: doc.lineAt(to).to }));
  const touches = (all: readonly { from: number; to: number }[]) => (start: number, end: number) =>
    all.some(({ from, to }) => from <= end && to >= start);
  return { isTouched: touches(ranges), isLineTouched: touches(lines) };
}

export function sceneOf(
  state: EditorState,
  { isTouched, isLineTouched }: Touched,
  { from, to }: { from: number; to: number },
  into: Range<Decoration>[],
): Scene {
  const { doc } = state;
  const add: Scene["add"] = (decoration, start, end = start) => into.push(decoration.range(start, end));
  return {
    state,
    from,
    to,
    isTouched,
    isLineTouched,
    add,
    isInOneLine: (start, end) => end <= doc.lineAt(start).to,
    hide: (start, end) => {
      // The editor refuses to replace a line's end, and would show nothing at all.
      for (let at = start; at < end; ) {
        const line = doc.lineAt(at);
        if (line.to > at) add(hidden, at, Math.min(end, line.to));
        at = line.to + 1;
      }
    },
    style: (node, classOf) => {
      const [first, last] = [doc.lineAt(node.from).number, doc.lineAt(node.to).number];
      const end = doc.lineAt(Math.min(node.to, to)).number;
      for (let number = doc.lineAt(Math.max(node.from, from)).number; number <= end; number++) {
        const position = { isFirst: number === first, isLast: number === last };
        add(lineOf(classOf(position)), doc.line(number).from);
      }
    },
  };
}
