import type { EditorState, Range } from "@codemirror/state";
import type { Decoration } from "@codemirror/view";
import type { SyntaxNode } from "../items.ts";
import { hidden, lineOf } from "./marks.ts";

/** Collects the decorations of a visible range. */
export interface Scene {
  state: EditorState;
  from: number;
  to: number;
  /** True if the selection or cursor is in or at these characters, whose marks are then shown. */
  isTouched: (from: number, to: number) => boolean;
  /** True for the lines of these characters. */
  isLineTouched: (from: number, to: number) => boolean;
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

export function sceneOf(state: EditorState, from: number, to: number, into: Range<Decoration>[]): Scene {
  const { doc, selection } = state;
  const isTouched = (start: number, end: number) =>
    selection.ranges.some((range) => range.from <= end && range.to >= start);
  const add: Scene["add"] = (decoration, start, end = start) => into.push(decoration.range(start, end));
  return {
    state,
    from,
    to,
    isTouched,
    isLineTouched: (start, end) => isTouched(doc.lineAt(start).from, doc.lineAt(end).to),
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
