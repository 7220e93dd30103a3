import { statusOfBox } from "./task-line.ts";
import { type Task, withBelow } from "./tree.ts";
import type { TaskStatus } from "./types.ts";

/** Counts of tasks; `begun` are started or done. */
export interface Tally {
  all: number;
  begun: number;
  done: number;
}

export const statusOf = ({ all, begun, done }: Tally): TaskStatus => {
  if (all > 0 && done === all) return "DONE";
  return begun > 0 ? "IN_PROGRESS" : "TODO";
};

export const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce((a, b) => ({ all: a.all + b.all, begun: a.begun + b.begun, done: a.done + b.done }), {
    all: 0,
    begun: 0,
    done: 0,
  });

/** Returns the sign in the nearest box at or above a task; null if none. */
function boxOf(task: Task): string | null {
  for (let above: Task | null = task; above !== null; above = above.parent)
    if (above.entry && above.entry.read.box !== null) return above.entry.read.box;
  return null;
}

export const boxStatus = (task: Task): TaskStatus => statusOfBox(boxOf(task) ?? " ");

export const isOptional = (task: Task) => task.entry?.read.isOptional === true;

/** Counts leaves, optional ones only if `withOptional`. */
export function tallyOf(task: Task, withOptional = false): Tally {
  if (!withOptional && isOptional(task)) return sum([]);
  const below = task.children.filter((child) => withOptional || !isOptional(child));
  if (below.length > 0) return sum(below.map((child) => tallyOf(child, withOptional)));
  // An optional group is itself work only if it has a box.
  if (task.children.length > 0 && boxOf(task) === null) return sum([]);
  const status = boxStatus(task);
  return { all: 1, begun: status === "TODO" ? 0 : 1, done: status === "DONE" ? 1 : 0 };
}

/** Returns a task's status from its leaves; optional ones count only if there are no others. */
export function taskStatus(task: Task): TaskStatus {
  const counted = tallyOf(task);
  if (counted.all > 0) return statusOf(counted);
  return task.children.length > 0 && boxOf(task) === null ? statusOf(tallyOf(task, true)) : boxStatus(task);
}

/** Counts list tasks: all, optional (with their subtasks) and done. */
export function countTasks(top: readonly Task[]): { tasks: number; optional: number; done: number } {
  const all = withBelow(top).filter(
    ({ entry }) => entry !== null && (entry.level === 7 || entry.read.box !== null),
  );
  const optional = new Set(withBelow(withBelow(top).filter(isOptional)));
  const done = all.filter((task) => taskStatus(task) === "DONE");
  return { tasks: all.length, optional: optional.size, done: done.length };
}
