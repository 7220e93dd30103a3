import type { SourceLine } from "./lines.ts";
import { readTaskLine, type TaskLine } from "./task-line.ts";
import { isAboutSuccess, startsWithTaskWord } from "./words.ts";

/** A numbered line without a box. Headings stand left of any list. */
interface Bare {
  at: number;
  column: number;
  number: string;
  read: TaskLine;
  isHeading: boolean;
}

const key = (parts: readonly number[]) => parts.join(".");
const above = (number: string) => number.split(".").slice(0, -1).join(".");

/** Returns a heading's level, 1 to 6; 7 for other lines. */
export const levelOf = ({ kind, text }: SourceLine) =>
  kind === "heading" ? (/#+/u.exec(text)?.[0].length ?? 6) : 7;

function readAll(lines: readonly SourceLine[]): { boxed: Map<number, TaskLine>; bare: Bare[] } {
  const boxed = new Map<number, TaskLine>();
  const bare: Bare[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.kind !== "text" && line.kind !== "heading") continue;
    const isHeading = line.kind === "heading";
    const own = readTaskLine(line.text);
    const read = own ?? (isHeading ? readTaskLine(line.text.trim().replace(/^#+\s*|\s+#+$/gu, "")) : null);
    if (read === null) continue;
    if (read.box !== null) boxed.set(index, read);
    else if (read.number !== null)
      bare.push({
        at: index,
        column: isHeading ? -1 : line.column,
        number: key(read.number),
        read,
        isHeading,
      });
  }
  return { boxed, bare };
}

/** Returns headings (by line) followed by a box before the next heading of their level or above. */
function headingsWithBoxes(lines: readonly SourceLine[], boxed: ReadonlyMap<number, TaskLine>): Set<number> {
  const holds = new Set<number>();
  const open: { at: number; level: number }[] = [];
  for (const [index, line] of lines.entries()) {
    if (boxed.has(index)) for (const heading of open.splice(0)) holds.add(heading.at);
    const level = levelOf(line);
    if (level === 7) continue;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    open.push({ at: index, level });
  }
  return holds;
}

/**
 * Takes out boxes without a number below a heading about success, such as "Done when", if other boxes have numbers:
 * they say when the whole is done.
 */
function leaveOutGoals(lines: readonly SourceLine[], boxed: Map<number, TaskLine>): void {
  if (![...boxed.values()].some(({ number }) => number !== null)) return;
  let above = 7;
  for (const [index, line] of lines.entries()) {
    const level = levelOf(line);
    if (level < 7 && isAboutSuccess(line.text)) above = Math.min(above, level);
    else if (level <= above) above = 7;
    if (above < 7 && boxed.get(index)?.number === null) boxed.delete(index);
  }
}

/**
 * Returns the lines that are tasks, in order. Every box is one. A bare number is one unless it is a step in a
 * task's text: next to numbered boxes, a leftmost group; above unnumbered boxes, a heading; without boxes, an
 * unindented line.
 */
export function findTasks(lines: readonly SourceLine[]): Map<number, TaskLine> {
  const { boxed, bare } = readAll(lines);
  leaveOutGoals(lines, boxed);
  const numbers = new Set<string>();
  const parents = new Set<string>();
  for (const { number } of boxed.values()) {
    if (number === null) continue;
    numbers.add(key(number));
    for (let depth = 1; depth < number.length; depth++) parents.add(key(number.slice(0, depth)));
  }
  const leftmost = new Map<string, number>();
  let margin = Number.POSITIVE_INFINITY;
  for (const { number, column, isHeading } of bare) {
    leftmost.set(number, Math.min(column, leftmost.get(number) ?? column));
    if (!isHeading && !number.includes(".")) margin = Math.min(margin, column);
  }
  const holds = numbers.size > 0 ? new Set<number>() : headingsWithBoxes(lines, boxed);
  const isTask = ({ at, column, number, isHeading }: Bare) => {
    if (boxed.size === 0 && isHeading) return startsWithTaskWord(lines[at]?.text ?? "");
    if (boxed.size === 0) return number.includes(".") || column <= margin + 1;
    if (numbers.size === 0) return isHeading && holds.has(at);
    const isBeside = !isHeading && number.includes(".") && parents.has(above(number));
    return (parents.has(number) || isBeside) && !numbers.has(number) && column === leftmost.get(number);
  };
  const found = [...boxed, ...bare.filter(isTask).map(({ at, read }): [number, TaskLine] => [at, read])];
  return new Map(found.sort(([a], [b]) => a - b));
}
