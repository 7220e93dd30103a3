import { plainTitle, slugOf } from "./titles.ts";
import { type Task, withBelow } from "./tree.ts";

/** Returns the number of the nearest numbered ancestor, followed by a slash. */
function parentKeyOf({ parent }: Task): string {
  for (let above = parent; above !== null; above = above.parent)
    if (above.number !== "") return `${above.number}/`;
  return "";
}

/**
 * Gives each task a unique reference: its number, or a slug of its title below its parent's number.
 * Duplicates get `-2`, `-3` in file order; `repeated` holds tasks with duplicate numbers.
 */
export function makeKeys(top: readonly Task[]): { keys: Map<Task, string>; repeated: Task[] } {
  const keys = new Map<Task, string>();
  const repeated: Task[] = [];
  const used = new Set<string>();
  const counts = new Map<string, number>();
  const tasks = withBelow(top).sort((a, b) => a.line - b.line);
  // Numbers first, so that no slug takes one.
  for (const task of [...tasks.filter(({ number }) => number), ...tasks.filter(({ number }) => !number)]) {
    const base = task.number || parentKeyOf(task) + slugOf(plainTitle(task.entry?.read.title ?? ""));
    let name = base;
    for (let count = counts.get(base) ?? 1; used.has(name); ) {
      count++;
      counts.set(base, count);
      name = `${base}-${count}`;
    }
    used.add(name);
    keys.set(task, name);
    if (task.number !== "" && name !== base) repeated.push(task);
  }
  return { keys, repeated };
}
