import type { ChangeSpec, EditorState, Line, TransactionSpec } from "@codemirror/state";
import { type SyntaxNode, treeOf } from "../items.ts";
import type { EditOf } from "./edit.ts";
import { type LineParts, partsOf } from "./line-parts.ts";
import { openLines, wholeLines } from "./lines.ts";

export type List = "bullet" | "number" | "task";

const listOf = ({ mark, task }: LineParts): List | null =>
  mark === "" ? null : task ? "task" : /^\d/.test(mark) ? "number" : "bullet";

export const isList = (state: EditorState, list: List): boolean => {
  const lines = openLines(state);
  return lines.length > 0 && lines.every(({ text }) => listOf(partsOf(text)) === list);
};

/** Makes items of the selected lines, or takes their marks away if all have them. */
export const toggleList =
  (list: List): EditOf =>
  (state) => {
    const lines = openLines(state);
    const isOff = isList(state, list);
    let number = 0;
    return changed(
      state,
      lines.flatMap((line) => {
        const { lead, mark, task } = partsOf(line.text);
        const from = line.from + lead.length;
        number++;
        const insert = isOff ? "" : list === "bullet" ? "- " : list === "task" ? "- [ ] " : `${number}. `;
        return [{ from, to: from + mark.length + task.length, insert }];
      }),
      // Words that begin with `[ ]` would make a task of another item.
      isOff ? null : (after) => (after === state || isList(after, list) ? openLines(after) : []),
    );
  };

export const isHeading = (state: EditorState, level: number): boolean => {
  const lines = openLines(state);
  return lines.length > 0 && lines.every((line) => levelOf(state, line) === level);
};

function levelOf(state: EditorState, line: Line): number {
  const setext = setextAt(state, line);
  return setext ? Number(setext.name.at(-1)) : partsOf(line.text).heading.trimEnd().length;
}

/** Makes headings of the selected lines, or paragraphs if all are of this level. */
export const toggleHeading =
  (level: number): EditOf =>
  (state) => {
    const isOff = isHeading(state, level);
    const lines = openLines(state);
    const hasUnderline = lines.some((line) => setextAt(state, line));
    return changed(
      state,
      lines.flatMap((line): ChangeSpec[] => {
        const { lead, mark, task, heading } = partsOf(line.text);
        const from = line.from + lead.length + mark.length + task.length;
        const insert = isOff ? "" : `${"#".repeat(level)} `;
        const underline = setextAt(state, line)?.getChild("HeaderMark");
        return [
          { from, to: from + heading.length, insert },
          ...(underline ? [{ from: line.to, to: underline.to }] : []),
        ];
      }),
      isOff || hasUnderline ? null : openLines,
    );
  };

/** Returns the heading of one line that has its level in the line below. */
function setextAt(state: EditorState, line: Line): SyntaxNode | null {
  let node: SyntaxNode | null = treeOf(state).resolveInner(
    line.from + Math.max(0, line.text.search(/\S/)),
    1,
  );
  while (node && !node.name.startsWith("Setext")) node = node.parent;
  const mark = node?.getChild("HeaderMark");
  return mark && state.doc.lineAt(mark.from).number === line.number + 1 ? node : null;
}

const quoted = /^[ \t]*>[ \t]?/;

export const isQuote = (state: EditorState): boolean =>
  wholeLines(state).every(({ text }) => quoted.test(text));

/** Quotes the selected paragraphs, or takes one level of quoting away. */
export const toggleQuote: EditOf = (state) => {
  const isOff = isQuote(state);
  return changed(
    state,
    wholeLines(state).map(({ from, text }) =>
      isOff
        ? { from, to: from + (quoted.exec(text)?.[0].length ?? 0) }
        : { from, insert: text === "" ? ">" : "> " },
    ),
    isOff ? null : wholeLines,
  );
};

/** Refuses marks after which other lines would be meant: code would follow them, or they would be code. */
function changed(
  state: EditorState,
  changes: ChangeSpec[],
  linesOf: ((state: EditorState) => readonly Line[]) | null,
): TransactionSpec | null {
  const spec = moved(state, changes);
  if (!linesOf) return spec;
  const numbers = (one: EditorState) =>
    linesOf(one)
      .map(({ number }) => number)
      .join();
  return spec && numbers(state.update(spec).state) === numbers(state) ? spec : null;
}

/** The cursor stays behind a mark that is inserted at its place. */
function moved(state: EditorState, specs: ChangeSpec[]): TransactionSpec | null {
  if (specs.length === 0) return null;
  const changes = state.changes(specs);
  const { anchor, head } = state.selection.main;
  const selection = { anchor: changes.mapPos(anchor, 1), head: changes.mapPos(head, 1) };
  return { changes, selection, userEvent: "input.format" };
}
