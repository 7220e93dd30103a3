import { joinRows, lastLineOf } from "./join-rows.ts";
import { type Item, splitBox } from "./label.ts";
import type { Row } from "./section.ts";

/** Matches `1.2 The list is sorted.` */
const DOTTED = /^\s{0,3}(\d{1,3}(?:\.\d{1,3})+)[.)]?[ \t]+(?=\S)/;
/** A number indented deep enough to be code. */
const INDENTED = /^[ \t]*(\d{1,9})[.)][ \t]+(?=\S)/;

export const startsNumberLine = (text: string): boolean => DOTTED.test(text);

/**
 * Returns the items of lines with a multi-part number or a number indented by four. Deeper numbers and the
 * lines below belong to their item. A single such line counts only if it is the first, since it may be
 * wrapped prose.
 */
export function numberLineItems(rows: readonly Row[]): Item[] {
  const items: Item[] = [];
  let first: { row: Row; number: string; indent: number; length: number; rest: string; below: Row[] } | null =
    null;
  let isFirstOfMany = false;
  const finish = () => {
    if (!first) return;
    const { text, checked } = splitBox(joinRows(first.rest, first.below));
    items.push({ text, checked, line: first.row.line, lastLine: lastLineOf(first.row, first.below) });
    first = null;
  };
  let previous: Row | null = null;
  for (const row of rows) {
    const mark = markOf(row);
    const isNested =
      first !== null &&
      mark !== null &&
      (mark.number.startsWith(`${first.number}.`) || mark.indent > first.indent + 1);
    const follows: boolean = row.opens || previous === null || first !== null;
    if (mark && !isNested && follows) {
      finish();
      isFirstOfMany ||= /^1(?:\.1)?$/.test(mark.number);
      const { number, indent, length } = mark;
      first = { row, number, indent, length: length - indent, rest: row.text.slice(length), below: [] };
    } else if (first !== null && (isNested || continues(row, previous)))
      first.below.push(nestedRow(row, isNested, first.indent + first.length));
    else finish();
    previous = row;
  }
  finish();
  return items.length > 1 || isFirstOfMany ? items : [];
}

function markOf({ kind, text }: Row): { number: string; indent: number; length: number } | null {
  if (kind !== "text" && kind !== "code") return null;
  const mark =
    (kind === "code" ? INDENTED.exec(text) : null) ?? DOTTED.exec(kind === "code" ? text.trimStart() : text);
  if (!mark) return null;
  const indent = kind === "code" ? text.replaceAll("\t", "    ").search(/\S/) : 0;
  const length =
    kind === "code" ? text.indexOf(mark[0].trimStart()) + mark[0].trimStart().length : mark[0].length;
  return { number: mark[1] ?? "", indent, length };
}

/** Tests whether a line belongs to the item above instead of starting its own block. */
function continues({ kind, opens }: Row, previous: Row | null): boolean {
  if (kind === "text") return !opens;
  return kind === "blank" || kind === "code" || (kind === "item" && previous?.kind !== "other");
}

/** Keeps nested numbers and code on their own lines, without the item's indent. */
function nestedRow(row: Row, isNested: boolean, indent: number): Row {
  const { kind, line, text, isAside } = row;
  if (!isNested && kind !== "code") return row;
  const leading = text.search(/\S|$/);
  return { kind: "other", line, text: text.slice(Math.min(leading, indent)), opens: true, isAside };
}
