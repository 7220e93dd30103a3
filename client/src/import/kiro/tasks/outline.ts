import { findTasks, levelOf } from "./candidates.ts";
import type { Line } from "./lines.ts";
import type { TaskLine } from "./task-line.ts";

/**
 * An entry is a task as it stands in the file: its line (from 0), the lines of its own text, and the task that it is
 * indented below. A heading's `column` is -1, so that what follows is below it; `level` is 7 for what is no heading.
 */
export interface Entry {
  line: number;
  column: number;
  level: number;
  read: TaskLine;
  lines: number[];
  inside: Entry | null;
}

/** An outline cuts a file into tasks and the lines outside them; a line is that of a task, in one text, or outside. */
export interface Outline {
  lines: readonly Line[];
  entries: Entry[];
  outside: number[];
}

const startsAnew = /^(?:[-*+•]|\p{Nd}{1,9}[.)])\s/u;

/**
 * Gives each line to the task that it is the text of: the innermost that it is indented below, else the last one; a
 * wrapped line goes with the line before it. A heading or a separator ends the text of the tasks above it, except that
 * a task which is a heading goes on to the next heading of its level or above.
 */
export function outline(lines: readonly Line[]): Outline {
  const tasks = findTasks(lines);
  const entries: Entry[] = [];
  const outside: number[] = [];
  let open: Entry[] = [];
  let owner: Entry | null = null;
  for (const [at, line] of lines.entries()) {
    const level = levelOf(line);
    const read = tasks.get(at);
    if (read) {
      const column = level < 7 ? -1 : line.column;
      while (open.length > 0 && isBeside(open.at(-1), column, level)) open.pop();
      owner = { line: at, column, level, read, lines: [], inside: open.at(-1) ?? null };
      open.push(owner);
      entries.push(owner);
      continue;
    }
    if (line.kind === "heading" || line.kind === "break") {
      const above = open.filter((entry) => entry.level < (line.kind === "heading" ? level : 1));
      open = above;
      owner = above.at(-1) ?? null;
    } else if (owner && (line.kind === "text" || line.opens)) {
      const isWrapped = lines[at - 1]?.kind === "text" && !line.opens && !startsAnew.test(line.text.trim());
      const { column } = line;
      if (!isWrapped)
        owner = open.findLast((one) => one.level === 7 && one.column < column) ?? open.at(-1) ?? null;
    }
    if (owner) owner.lines.push(at);
    else outside.push(at);
  }
  return { lines, entries, outside };
}

/** Returns true if an open task is not above a new one. */
const isBeside = (open: Entry | undefined, column: number, level: number) =>
  open !== undefined && (level < 7 ? open.level >= level : open.level === 7 && open.column >= column);
