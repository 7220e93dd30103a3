import { history, undo } from "@codemirror/commands";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import fc from "fast-check";
import { expect, it } from "vitest";
import { indented, outdented } from "../indent.ts";
import { treeOf } from "../items.ts";
import { markdown } from "../language/markdown.ts";
import { lineEndsOf } from "../line-ends.ts";
import {
  addColumn,
  addRow,
  cellBelow,
  formatTable,
  nextCell,
  previousCell,
  removeColumn,
  removeRow,
} from "../tables/table-edits.ts";
import { commands, type TextCommand } from "./commands.ts";
import { anyText } from "./documents.test-support.ts";
import type { EditOf } from "./edit.ts";
import { partsOf } from "./line-parts.ts";
import { selectedLines, wholeLines } from "./lines.ts";
import { linkTo } from "./toggle-link.ts";

const numRuns = process.env.LONG ? 10_000 : 100;

const stateOf = (text: string, anchor: number, head: number) =>
  EditorState.create({
    doc: lineEndsOf(text).toLines(text),
    selection: { anchor, head },
    extensions: [EditorState.lineSeparator.of("\n"), markdown(false), history()],
  });

/** A text with a selection, of a few characters mostly. */
const scene = fc
  .tuple(anyText, fc.nat(), fc.nat(), fc.constantFrom(0, 1, 8, 10_000))
  .map(([text, from, length, most]) => {
    const whole = lineEndsOf(text).toLines(text).length;
    const anchor = from % (whole + 1);
    const head = Math.min(whole, anchor + (most === 0 ? 0 : length % most));
    return [text, anchor, head] as const;
  });

/** Returns the range of the blocks that the selection names, in whole lines. */
function named(state: EditorState): { from: number; to: number } {
  const lines = selectedLines(state);
  let [from, to] = [lines[0]?.from ?? 0, lines.at(-1)?.to ?? 0];
  const { main } = state.selection;
  [from, to] = [Math.min(from, main.from), Math.max(to, state.doc.lineAt(main.to).to)];
  for (let node = treeOf(state).topNode.firstChild; node; node = node.nextSibling) {
    if (node.to < from || node.from > to) continue;
    from = Math.min(from, state.doc.lineAt(node.from).from);
    to = Math.max(to, state.doc.lineAt(node.to).to);
  }
  return { from, to };
}

const typing: EditOf = (state) => state.replaceSelection("typed");

const edits: Record<string, EditOf> = {
  ...Object.fromEntries(Object.entries(commands).map(([name, { edit }]) => [name, edit])),
  pastedAddress: linkTo("https://acme.example/pasted"),
  addColumn,
  addRow,
  cellBelow,
  formatTable,
  nextCell,
  previousCell,
  removeColumn,
  removeRow,
  indented,
  outdented,
  typing,
};

const applied = (state: EditorState, spec: TransactionSpec) => state.update(spec).state;

it.each(Object.entries(edits))(
  "%s changes only the blocks that it names, and undo restores them",
  (_, edit) => {
    const run = ([text, anchor, head]: readonly [string, number, number]) => {
      const state = stateOf(text, anchor, head);
      const spec = edit(state);
      if (!spec) return;
      const after = applied(state, spec);
      const { from, to } = named(state);
      const ends = lineEndsOf(text);
      const before = ends.toText(state.sliceDoc(0, from));
      const behind = ends.toText(state.sliceDoc(to));
      const saved = ends.toText(after.sliceDoc());
      expect(saved.startsWith(before) && saved.endsWith(behind)).toBe(true);
      expect(saved.length).toBeGreaterThanOrEqual(before.length + behind.length);
      let undone = after;
      undo({
        state: after,
        dispatch: ({ state: now }) => {
          undone = now;
        },
      });
      expect(ends.toText(undone.sliceDoc())).toBe(text);
    };
    fc.assert(fc.property(scene, run), { numRuns });
  },
);

/** Whether nothing of the selection has what a command would take away. */
const isPlain: Record<string, (state: EditorState) => boolean> = {
  bold: (state) => !holds(state, "StrongEmphasis"),
  italic: (state) => !holds(state, "Emphasis"),
  struck: (state) => !holds(state, "Strikethrough"),
  code: (state) => !holds(state, "InlineCode"),
  heading1: isNoHeading,
  heading2: isNoHeading,
  heading3: isNoHeading,
  bullets: isNoItem,
  numbers: isNoItem,
  tasks: isNoItem,
  quote: (state) => wholeLines(state).every(({ text }) => !/^\s*>/.test(text)),
  codeBlock: (state) => !holds(state, "FencedCode"),
};

function holds(state: EditorState, name: string): boolean {
  let isFound = false;
  const { from, to } = named(state);
  treeOf(state).iterate({
    from,
    to,
    enter: (node) => {
      isFound ||= node.name === name;
    },
  });
  return isFound;
}

function isNoItem(state: EditorState): boolean {
  return selectedLines(state).every(({ text }) => partsOf(text).mark === "");
}

function isNoHeading(state: EditorState): boolean {
  return (
    selectedLines(state).every(({ text }) => partsOf(text).heading === "") &&
    !holds(state, "SetextHeading1") &&
    !holds(state, "SetextHeading2")
  );
}

it.each(Object.keys(isPlain))("%s given twice restores the text", (name) => {
  const { edit } = commands[name as keyof typeof commands] as TextCommand;
  const run = ([text, anchor, head]: readonly [string, number, number]) => {
    const state = stateOf(text, anchor, head);
    fc.pre(isPlain[name]?.(state) ?? false);
    const once = edit(state);
    if (!once) return;
    const after = applied(state, once);
    const twice = edit(after);
    expect(twice && applied(after, twice).sliceDoc()).toBe(state.sliceDoc());
  };
  fc.assert(fc.property(scene, run), { numRuns, maxSkipsPerRun: 10_000 });
});
