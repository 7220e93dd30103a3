import { type TaskNames, taskFile } from "../formats/backlog.ts";
import type { TreePlan } from "../tree.ts";
import { yamlEdit } from "./fields.ts";
import type { KeptFormat } from "./kept-format.ts";

/** Backlog.md's task files. `names` are the project's own names of statuses. */
export const backlogKept = (names: TaskNames): KeptFormat => ({
  set(field, part) {
    const set = (key: string, value: unknown) => yamlEdit(part, key, value);
    if (field === "title") return set("title", part.title);
    if (field === "status") return set("status", names.statusOf(part.status));
    if (field === "needs") return set("dependencies", part.needs.map(idOf));
    if (field === "parent") return set("parent_task_id", part.parent === "" ? null : idOf(part.parent));
    return null;
  },
  add(plan, spec, n) {
    const id = `${names.prefix}-${highestIn(plan) + n}`;
    return { file: taskFile(plan, spec, id, names, { milestone: null, parent: null, needs: [] }) };
  },
});

/** Returns the id in a reference: `backlog:BACK-12`. */
const idOf = (ref: string) => ref.replace(/^backlog:/, "");

function highestIn({ specs }: TreePlan): number {
  const numbers = specs.map(({ base }) => Number(/-(\d+)/.exec(base?.external_ref ?? "")?.[1] ?? 0));
  return Math.max(0, ...numbers);
}
