import { blocks, headings, trimBlankLines } from "./markdown.ts";

/** A box of a list that isn't within another one; lines are `[from, to)`, from 0. */
export interface ListedTask {
  mark: string;
  /** The text behind the box, with its wrapped lines. */
  words: string;
  /** Everything below, without the common indentation. */
  details: string;
  from: number;
  to: number;
  /** The heading above it, as an index into `groups`; -1 if there is none. */
  group: number;
}

export interface TaskGroup {
  title: string;
  line: number;
  level: number;
}

export interface TaskList {
  tasks: ListedTask[];
  groups: TaskGroup[];
  /** The lines of no task. */
  rest: string[];
}

const BOX = /^(\s*)(?:[-*+]|\d+[.)])[ \t]+\[([^\p{L}\p{N}[\]]|[xX])\](?:[ \t]+(.*))?$/u;
const FENCE = /^\s*(`{3,}|~{3,})/u;

/** Reads a list of tasks line by line, since real ones are indented in any way. Code makes no tasks. */
export function taskList(lines: readonly string[]): TaskList {
  const groups = headings(blocks(lines.join("\n"))).map(({ text, line, level }) => ({
    title: text,
    line,
    level,
  }));
  const isCode = codeLines(lines);
  const isHeading = new Set(groups.map(({ line }) => line));
  const tasks: ListedTask[] = [];
  const rest: string[] = [];
  let group = -1;
  for (let at = 0; at < lines.length; ) {
    while (groups[group + 1] && (groups[group + 1]?.line ?? 0) <= at) group++;
    const box = isCode[at] ? null : BOX.exec(lines[at] ?? "");
    if (!box) {
      rest.push(lines[at++] ?? "");
      continue;
    }
    const [, indent = "", mark = " ", first = ""] = box;
    const isEnd = (line: number) =>
      isHeading.has(line) || (!isCode[line] && endsTask(lines, line, at, width(indent)));
    let to = at + 1;
    while (to < lines.length && !isEnd(to)) to++;
    while (lines[to - 1]?.trim() === "") to--;
    const wrapped = wrappedLines(lines, at + 1, to);
    const words = [first, ...lines.slice(at + 1, wrapped).map((line) => line.trim())].join(" ").trim();
    tasks.push({ mark, words, details: outdented(lines.slice(wrapped, to)), from: at, to, group });
    at = to;
  }
  return { tasks, groups, rest };
}

const width = (indent: string) => indent.replaceAll("\t", "    ").length;

const indentOf = (line: string) => width(/^\s*/u.exec(line)?.[0] ?? "");

/** Tests whether a line is no part of the task that begins at `start`. */
function endsTask(lines: readonly string[], at: number, start: number, indent: number): boolean {
  const line = lines[at] ?? "";
  if (line.trim() === "") return false;
  if (BOX.test(line)) return indentOf(line) < indent + 2;
  if (indentOf(line) > indent) return false;
  // A lazy line continues the paragraph above it.
  const isLazy = at === start + 1 && !/^\s*(?:[-*+#>|<]|\d+[.)]|={3,}|-{3,}|`{3}|~{3})/u.test(line);
  return !isLazy;
}

/** Returns the end of the lines that continue the words of a box. */
function wrappedLines(lines: readonly string[], from: number, to: number): number {
  let end = from;
  while (
    end < to &&
    /\S/u.test(lines[end] ?? "") &&
    !/^\s*(?:[-*+>|<#]|\d+[.)]|`{3}|~{3}|\*\*|_)/u.test(lines[end] ?? "")
  )
    end++;
  return end;
}

/** Tells for each line whether it is fenced code; an unclosed fence is text. */
function codeLines(lines: readonly string[]): boolean[] {
  const isCode = lines.map(() => false);
  for (let at = 0; at < lines.length; at++) {
    const fence = FENCE.exec(lines[at] ?? "")?.[1];
    if (!fence) continue;
    const close = lines.findIndex(
      (line, index) => index > at && line.trim().startsWith(fence) && /^\s*[`~]+\s*$/u.test(line),
    );
    if (close === -1) break;
    isCode.fill(true, at, close + 1);
    at = close;
  }
  return isCode;
}

/** Removes the common indentation. */
function outdented(lines: readonly string[]): string {
  const filled = lines.filter((line) => line.trim() !== "");
  const common = Math.min(...filled.map((line) => /^[ \t]*/u.exec(line)?.[0].length ?? 0), 80);
  return trimBlankLines(lines.map((line) => line.slice(Math.min(common, line.length))));
}

const states = new Map([
  [" ", "TODO"],
  ["x", "DONE"],
  ["X", "DONE"],
  ["-", "IN_PROGRESS"],
  ["~", "IN_PROGRESS"],
  ["/", "IN_PROGRESS"],
] as const);

/** Returns the status of a box's mark; null if it is unknown. */
export const stateOfMark = (mark: string): "TODO" | "IN_PROGRESS" | "DONE" | null =>
  (states as ReadonlyMap<string, "TODO" | "IN_PROGRESS" | "DONE">).get(mark) ?? null;
