import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, Prec, type Range } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import type { SyntaxNode } from "../items.ts";
import { drawCode, drawHeading, drawItem, drawQuote, drawQuoteMark, drawRule } from "./draw-blocks.ts";
import { drawTable } from "./draw-table.ts";
import { drawAddress, drawEscape, drawImage, drawInlineCode, drawLink, drawMarked } from "./draw-words.ts";
import { openPressedLinks } from "./open-link.ts";
import { previewLook } from "./preview-look.ts";
import { raw, showsRaw } from "./raw.ts";
import { type Draw, sceneOf, type Touched, touchedOf } from "./scene.ts";

/** How the nodes of the syntax tree are shown; those that are missing look as written. */
const draws: Record<string, Draw> = {
  ATXHeading1: drawHeading,
  ATXHeading2: drawHeading,
  ATXHeading3: drawHeading,
  ATXHeading4: drawHeading,
  ATXHeading5: drawHeading,
  ATXHeading6: drawHeading,
  SetextHeading1: drawHeading,
  SetextHeading2: drawHeading,
  Blockquote: drawQuote,
  QuoteMark: drawQuoteMark,
  FencedCode: drawCode,
  CodeBlock: drawCode,
  HorizontalRule: drawRule,
  ListItem: drawItem,
  Table: drawTable,
  Emphasis: drawMarked,
  StrongEmphasis: drawMarked,
  Strikethrough: drawMarked,
  InlineCode: drawInlineCode,
  Escape: drawEscape,
  Link: drawLink,
  Image: drawImage,
  Autolink: drawAddress,
  URL: drawAddress,
};

/** Nodes whose inside is shown as it is. */
const closed = new Set(["FencedCode", "CodeBlock", "InlineCode", "Image"]);

/** The decorations of whole blocks without the cursor, from the block's beginning. The parser keeps unchanged trees. */
const drawn = new WeakMap<object, readonly Range<Decoration>[]>();

export function decorationsOf(
  state: EditorState,
  ranges: readonly { from: number; to: number }[],
): DecorationSet {
  const found: Range<Decoration>[] = [];
  if (showsRaw(state)) return Decoration.none;
  const { topNode } = syntaxTree(state);
  const touched = touchedOf(state);
  for (const { from, to } of ranges)
    for (let block = topNode.childAfter(from); block && block.from <= to; block = block.nextSibling) {
      const inSight = { from: Math.max(from, block.from), to: Math.min(to, block.to) };
      drawBlock(state, touched, block, inSight, found);
    }
  return Decoration.set(found, true);
}

function drawBlock(
  state: EditorState,
  touched: Touched,
  block: SyntaxNode,
  { from, to }: { from: number; to: number },
  into: Range<Decoration>[],
): void {
  const isKept = from === block.from && to === block.to && !touched.isLineTouched(from, to);
  const known = isKept && block.tree ? drawn.get(block.tree) : undefined;
  if (known) {
    for (const { value, from: start, to: end } of known) into.push(value.range(from + start, from + end));
    return;
  }
  const own: Range<Decoration>[] = [];
  const scene = sceneOf(state, touched, { from, to }, own);
  syntaxTree(state).iterate({
    from,
    to,
    enter: (node) => {
      // Making a node of each would take longer than drawing them.
      draws[node.name]?.(scene, node.node);
      return !closed.has(node.name);
    },
  });
  into.push(...own);
  if (isKept && block.tree)
    drawn.set(
      block.tree,
      own.map(({ value, from: start, to: end }) => value.range(start - from, end - from)),
    );
}

/** Renders what is in sight by decorations, so that no byte of the text changes. */
class Preview {
  decorations: DecorationSet;
  constructor({ state, visibleRanges }: EditorView) {
    this.decorations = decorationsOf(state, visibleRanges);
  }
  update({ view, state, startState, docChanged, selectionSet, viewportChanged }: ViewUpdate) {
    const isOther =
      docChanged ||
      selectionSet ||
      viewportChanged ||
      showsRaw(state) !== showsRaw(startState) ||
      syntaxTree(state) !== syntaxTree(startState);
    if (isOther) this.decorations = decorationsOf(state, view.visibleRanges);
  }
}

export const preview: Extension = [
  raw,
  // Around the colours, whose spans would split a table's cell.
  Prec.lowest(ViewPlugin.fromClass(Preview, { decorations: ({ decorations }) => decorations })),
  openPressedLinks,
  previewLook,
];
