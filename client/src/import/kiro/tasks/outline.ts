import { findTasks, levelOf } from "./candidates.ts";
import type { SourceLine } from "./lines.ts";
import type { TaskLine } from "./task-line.ts";

/**
 * A task in the file: its line (from 0), text lines and parent by indentation. A heading's `column` is -1, so
 * that everything below nests; `level` is 7 otherwise.
 */
export interface Entry {
  line: number;
  column: number;
  level: number;
  read: TaskLine;
  lines: number[];
  inside: Entry | null;
}

/** A file cut into tasks and lines outside of them; each line is a task, in one task's text, or outside. */
export interface Outline {
  lines: readonly SourceLine[];
  entries: Entry[];
  outside: number[];
}

const startsAnew = /^(?:[-*+•]|\p{Nd}{1,9}[.)])\s/u;

/**
 * Assigns each line to the innermost task that it is indented below, otherwise to the last one. Headings and
 * separators end the text of tasks, except that a heading's task runs to the next heading of its level or
 * above.
 */
export function outline(lines: readonly SourceLine[]): Outline {
  const tasks = findTasks(lines);
  const entries: Entry[] = [];
  const outside: number[] = [];
  let open: Entry[] = [];
  let owner: Entry | null = null;
  for (const [index, line] of lines.entries()) {
    const level = levelOf(line);
    const read = tasks.get(index);
    if (read) {
      const column = level < 7 ? -1 : line.column;
      while (open.length > 0 && isBeside(open.at(-1), column, level)) open.pop();
      owner = { line: index, column, level, read, lines: [], inside: open.at(-1) ?? null };
      open.push(owner);
      entries.push(owner);
      continue;
    }
    if (line.kind === "heading" || line.kind === "break") {
      const above = open.filter((entry) => entry.level < (line.kind === "heading" ? level : 1));
      open = above;
      owner = above.at(-1) ?? null;
    } else if (owner && (line.kind === "text" || line.opens)) {
      const isWrapped =
        lines[index - 1]?.kind === "text" && !line.opens && !startsAnew.test(line.text.trim());
      const { column } = line;
      if (!isWrapped)
        owner = open.findLast((one) => one.level === 7 && one.column < column) ?? open.at(-1) ?? null;
    }
    if (owner) owner.lines.push(index);
    else outside.push(index);
  }
  return { lines, entries, outside };
}

/** Tests whether an open task is a sibling rather than an ancestor. */
const isBeside = (open: Entry | undefined, column: number, level: number) =>
  open !== undefined && (level < 7 ? open.level >= level : open.level === 7 && open.column >= column);
