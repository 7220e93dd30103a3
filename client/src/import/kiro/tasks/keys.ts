import { plainTitle, slugOf } from "./titles.ts";
import { type Task, withBelow } from "./tree.ts";

/** Returns the number of the nearest task above that has one, with a slash after it. */
function placeOf({ parent }: Task): string {
  for (let above = parent; above !== null; above = above.parent)
    if (above.number !== "") return `${above.number}/`;
  return "";
}

/**
 * Gives each task a name for references, unique in the file: its number, or a slug of its title below the number of the
 * task that it belongs to. A name that was there before gets `-2`, `-3` in the file's order; `repeated` holds the tasks
 * whose number was there before.
 */
export function makeKeys(top: readonly Task[]): { keys: Map<Task, string>; repeated: Task[] } {
  const keys = new Map<Task, string>();
  const repeated: Task[] = [];
  const used = new Set<string>();
  const counts = new Map<string, number>();
  const tasks = withBelow(top).sort((a, b) => a.line - b.line);
  // Numbers come first, so that no slug takes the place of one.
  for (const task of [...tasks.filter(({ number }) => number), ...tasks.filter(({ number }) => !number)]) {
    const base = task.number || placeOf(task) + slugOf(plainTitle(task.entry?.read.title ?? ""));
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
