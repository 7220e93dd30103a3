import type { Entry } from "./outline.ts";

/**
 * A task in the tree. `number` has ASCII digits ("" if none); `entry` is null for a group that only its
 * members' numbers imply. `line` (from 0) is its own or its first member's.
 */
export interface Task {
  number: string;
  line: number;
  entry: Entry | null;
  parent: Task | null;
  children: Task[];
}

const key = (parts: readonly number[]) => parts.join(".");

/**
 * Returns a test whether a task's number counts within its parent by indentation: indented lists that restart
 * at 1 do.
 */
function countsWithin(entries: readonly Entry[]): (entry: Entry) => boolean {
  const single = entries.filter(({ read }) => read.number?.length === 1);
  const ones = new Set(single.filter(({ read }) => read.number?.[0] === 1).map(({ column }) => column));
  const margin = single.reduce((least, { column }) => Math.min(least, column), Number.POSITIVE_INFINITY);
  return ({ read, column, inside }) =>
    ones.size > 1 && read.number?.length === 1 && column > margin && inside !== null;
}

/**
 * Builds the tree and returns its roots. Numbers decide first: the nearest preceding prefix, a later one, or
 * an implied group. Otherwise indentation decides.
 */
export function makeTree(entries: readonly Entry[]): Task[] {
  const isWithin = countsWithin(entries);
  const tasks = new Map(
    entries.map((entry): [Entry, Task] => [
      entry,
      { number: "", line: entry.line, entry, parent: null, children: [] },
    ]),
  );
  const first = new Map<string, Task>();
  for (const [{ read, ...entry }, task] of tasks) {
    if (read.number === null || isWithin({ read, ...entry })) continue;
    task.number = key(read.number);
    if (!first.has(task.number)) first.set(task.number, task);
  }
  const latest = new Map<string, Task>();
  const top: Task[] = [];
  for (const [entry, task] of tasks) {
    const { number } = entry.read;
    if (number === null || isWithin(entry)) {
      task.parent = (entry.inside && tasks.get(entry.inside)) ?? null;
      if (number !== null && task.parent?.number) task.number = `${task.parent.number}.${key(number)}`;
    } else if (number.length > 1) {
      task.parent =
        parentOf(number, latest, first) ?? missingGroup(String(number[0]), task.line, latest, top);
    }
    if (task.number !== "") latest.set(task.number, task);
    (task.parent?.children ?? top).push(task);
  }
  return top;
}

function parentOf(
  number: readonly number[],
  latest: ReadonlyMap<string, Task>,
  first: ReadonlyMap<string, Task>,
): Task | null {
  for (let depth = number.length - 1; depth > 0; depth--) {
    const above = key(number.slice(0, depth));
    const found = latest.get(above) ?? first.get(above);
    if (found) return found;
  }
  return null;
}

function missingGroup(number: string, line: number, latest: Map<string, Task>, top: Task[]): Task {
  const group: Task = { number, line, entry: null, parent: null, children: [] };
  latest.set(number, group);
  top.push(group);
  return group;
}

/** Returns tasks and descendants in tree order. */
export const withBelow = (tasks: readonly Task[]): Task[] =>
  tasks.flatMap((task) => [task, ...withBelow(task.children)]);
