import { idOf, type Task } from "./tasks.ts";

/** The ids that a task needs, and what it names that isn't there. */
export interface Needs {
  ids: string[];
  dangling: string[];
  /** True if it names itself. */
  isOwn: boolean;
}

/** Returns a task's dependencies: `2` is a sibling, else a task of the tag; `21.4` is a subtask of any. */
export function needsOf({ fields, id, parent }: Task, known: ReadonlySet<string>): Needs {
  const written: unknown = fields.get("dependencies")?.value;
  const needs: Needs = { ids: [], dangling: [], isOwn: false };
  const ids = new Set<string>();
  const list: unknown[] = Array.isArray(written) ? written : written ? [written] : [];
  for (const one of list) {
    const name = idOf(one);
    const sibling = parent ? `${parent.id}.${name}` : name;
    const found = [sibling, name].find((candidate) => known.has(candidate) && candidate !== id);
    if (found === undefined && name !== "" && [sibling, name].includes(id)) needs.isOwn = true;
    else if (found === undefined) needs.dangling.push(name || JSON.stringify(one));
    else ids.add(found);
  }
  needs.ids.push(...ids);
  return needs;
}
