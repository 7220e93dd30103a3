import { labelled, partsOf } from "../text/parts.ts";
import { uniqueSlugs } from "../text/slug.ts";
import type { TreePlan, TreeSpec } from "../tree.ts";
import { leftOutIn, lostIn } from "./lost.ts";
import type { Writer } from "./writer.ts";

export const statusWords: Record<TreeSpec["status"], string> = {
  TODO: "pending",
  IN_PROGRESS: "in-progress",
  DONE: "done",
  CANCELLED: "cancelled",
};

/** Returns the higher of the two complexities that an import takes for an effort. */
export const complexityOf = (effort: number) => effort * 2;

/** Writes one `tasks.json` with a tag for each plan; specs below others are subtasks. */
export const taskmasterWriter: Writer = {
  prefix: "taskmaster:",
  write({ plans: [root] }, plans) {
    const slug = uniqueSlugs();
    const held = plans.filter(hasSpecs);
    const tags = held.map((plan) => [plan.id === root.id ? "master" : slug(plan.name, "tag"), tagOf(plan)]);
    const text = `${JSON.stringify(Object.fromEntries(tags), null, 2)}\n`;
    const empty = plans.filter((plan) => !hasSpecs(plan));
    const notes = [...leftOutIn("Task Master", empty), ...lostIn("Task Master", held, ["work", "sources"])];
    const lost = plans.reduce((sum, { specs }) => sum + needsOfParts(specs), 0);
    if (lost > 0) {
      const cases = lost === 1 ? "1 case" : `${lost} cases`;
      const text = `A subtask can't need a task of the top: left out in ${cases}.`;
      notes.push({ path: null, handle: null, text });
    }
    const deep = plans.reduce((sum, { specs }) => sum + deepIn(specs), 0);
    if (deep > 0) {
      const what = deep === 1 ? "1 deeper spec is a subtask" : `${deep} deeper specs are subtasks`;
      notes.push({ path: null, handle: null, text: `Task Master has two levels: ${what} of the topmost.` });
    }
    return { files: [{ path: ".taskmaster/tasks/tasks.json", state: "written", text }], notes };
  },
};

const hasSpecs = ({ specs }: TreePlan) => specs.length > 0;

/** Counts needs of subtasks on topmost tasks. */
function needsOfParts(specs: readonly TreeSpec[]): number {
  const tops = new Set(specs.flatMap(({ id, parentId }) => (parentId === null ? id : [])));
  return specs
    .filter(({ parentId }) => parentId !== null)
    .reduce((sum, { needs }) => sum + needs.filter((id) => tops.has(id)).length, 0);
}

function deepIn(specs: readonly TreeSpec[]): number {
  const parentOf = new Map(specs.map(({ id, parentId }) => [id, parentId]));
  return specs.filter(({ parentId }) => parentId !== null && parentOf.get(parentId) != null).length;
}

function tagOf({ specs, createdAt, description, name }: TreePlan) {
  const byId = new Map(specs.map((spec) => [spec.id, spec]));
  const topOf = (spec: TreeSpec): TreeSpec => {
    const parent = byId.get(spec.parentId ?? "");
    return parent ? topOf(parent) : spec;
  };
  const below = Map.groupBy(specs, topOf);
  const idOf = new Map<string, string>();
  for (const [index, [top, members]] of [...below].entries()) {
    idOf.set(top.id, String(index + 1));
    const others = members.filter((spec) => spec !== top);
    for (const [n, spec] of others.entries()) idOf.set(spec.id, `${index + 1}.${n + 1}`);
  }
  const needsOf = (spec: TreeSpec) => {
    const parent = idOf.get(spec.id)?.match(/^\d+\./)?.[0] ?? null;
    return spec.needs.flatMap((need) => dependencyOf(idOf.get(need) ?? "", parent) ?? []);
  };
  const tasks = [...below].map(([top, members], index) => ({
    ...taskOf(top, index + 1, needsOf(top)),
    subtasks: members.filter((spec) => spec !== top).map((spec, n) => subtaskOf(spec, n + 1, needsOf(spec))),
  }));
  return { tasks, metadata: { created: createdAt, updated: createdAt, description: description || name } };
}

/**
 * Returns an id as a dependency; `parent` is `4.` for a subtask of 4, whose numbers are its siblings. So it can't
 * need a task: null.
 */
export function dependencyOf(id: string, parent: string | null): number | string | null {
  if (parent !== null && id.startsWith(parent)) return Number(id.slice(parent.length));
  if (id === "" || (parent !== null && !id.includes("."))) return null;
  return id.includes(".") ? id : Number(id);
}

type Dependencies = readonly (string | number)[];

/** Returns a spec as a task. */
export const taskOf = (spec: TreeSpec, id: number, dependencies: Dependencies = []) => ({
  ...subtaskOf(spec, id, dependencies),
  priority: "medium",
  subtasks: [] as object[],
});

/** Returns a spec as a subtask. */
export function subtaskOf(
  { title, content, status, effort }: TreeSpec,
  id: number,
  dependencies: Dependencies = [],
) {
  const { text, criteria, isDivided } = partsOf(content);
  const [description = "", ...rest] = text.trim().split(/\n\s*\n/);
  const isShort = description.length <= 500 && !/^\s*(?:[#>|]|[-*+] |\d+[.)] |`{3})/.test(description);
  return {
    id,
    title,
    // Task Master asks for one.
    description: isShort && description !== "" ? description : title,
    details: isShort ? rest.join("\n\n") : text,
    testStrategy: isDivided ? criteria.map((one, index) => `${index + 1}. ${labelled(one)}`).join("\n") : "",
    status: statusWords[status],
    dependencies,
    ...(effort === null ? {} : { complexity: complexityOf(effort) }),
  };
}
