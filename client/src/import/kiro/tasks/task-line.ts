import { readNumber } from "./number.ts";
import { cutReference } from "./references/ending-reference.ts";

/**
 * A line that may be a task. `box` is the sign in its box (a space if empty), `number` its parts; both null
 * if absent. `title` follows the number, up to the trailing `reference`.
 */
export interface TaskLine {
  box: string | null;
  boxText: string;
  isOptional: boolean;
  number: readonly number[] | null;
  rest: string;
  title: string;
  reference: string;
}

const marker = /^(?:[-*+•]\s+|#{1,6}\s+(?:[-*+]\s+)?)/u;
const boxForm = /^\[(\s{0,3}|\s{0,2}[xX✓✔√☑✅хХ~_/>!?.*+-]\s{0,2})\](?![(:[])/u;
/** An asterisk that marks an optional task, unless it begins emphasis. */
const optional = /^\\?\*(?=[\s\p{Nd}]|$)\s*/u;
const emphasized = /^\*\p{Nd}[^*]*\*/u;

/** Reads a line with a box or a number; null for others. */
export function readTaskLine(line: string): TaskLine | null {
  const text = line.trim();
  const mark = marker.exec(text)?.[0] ?? "";
  const own = text.slice(mark.length);
  const before = boxForm.test(own) ? null : readNumber(own);
  // The box may follow the number: `1. [ ] Title`.
  const fromBox = before === null ? own : before.title;
  const box = boxForm.exec(fromBox);
  if (box === null) {
    if (before === null || mark.startsWith("#")) return null;
    return {
      box: null,
      boxText: "",
      isOptional: before.isOptional,
      number: before.parts,
      rest: own,
      ...cutReference(before.title),
    };
  }
  const behind = fromBox.slice(box[0].length).trimStart();
  const stars = emphasized.test(behind) ? "" : (optional.exec(behind)?.[0] ?? "");
  const after = behind.slice(stars.length);
  const number = before ?? readNumber(after);
  const sign = box[1]?.trim() ?? "";
  return {
    box: sign === "" ? " " : sign,
    boxText: box[0] + stars.trim(),
    isOptional: stars !== "" || number?.isOptional === true,
    number: number?.parts ?? null,
    rest: before === null ? after : own.slice(0, own.indexOf(box[0])) + after,
    ...cutReference(before === null ? (number?.title ?? after) : after),
  };
}

/** Returns the status of a box. Kiro writes `[~]` for a queued task, which is not started. */
export function statusOfBox(box: string): "TODO" | "IN_PROGRESS" | "DONE" {
  if (/[xX✓✔√☑✅хХ]/u.test(box)) return "DONE";
  return /[-/]/u.test(box) ? "IN_PROGRESS" : "TODO";
}

export const isKnownBox = (box: string) => /[xX✓✔√☑✅хХ\-/~ ]/u.test(box);
