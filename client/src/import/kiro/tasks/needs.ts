import type { Notice } from "../../format.ts";
import { addNeed, type Needs, orderGroups } from "../../text/edges.ts";
import { dependsIn } from "./depends.ts";
import type { SourceLine } from "./lines.ts";
import type { TaskReferences } from "./references/references.ts";
import { isOptional } from "./task-states.ts";
import { type Task, withBelow } from "./tree.ts";
import { type KnownRequirement, tasksFile } from "./types.ts";

/** What the specs of tasks need, by index, and the specs that each requirement needs, by its `ref`. */
export interface TaskNeeds {
  specs: number[][];
  requirements: Map<string, number[]>;
  notices: Notice[];
}

interface Read {
  lines: readonly SourceLine[];
  references: ReadonlyMap<Task, TaskReferences>;
  requirements: readonly KnownRequirement[];
  /** The task of each spec. */
  tasks: readonly Task[];
  isOrdered: boolean;
}

/**
 * Returns the needs of specs: those that a task names, then those of the order of the top-level tasks, unless they
 * contradict. Nothing waits for optional tasks that doesn't name them.
 */
export function taskNeeds(
  top: readonly Task[],
  { lines, references, requirements, tasks, isOrdered }: Read,
): TaskNeeds {
  const notices: Notice[] = [];
  const needs: Needs = new Map();
  const specsOf = specsByTask(tasks);
  const byNumber = new Map(
    withBelow(top).flatMap((task) => (task.number === "" ? [] : [[task.number, task] as const])),
  );
  for (const task of withBelow(top)) {
    for (const { line, numbers, unknown } of dependsIn(task, lines)) {
      const named = numbers.map((number) => ({ number, task: byNumber.get(number) }));
      const absent = [...unknown, ...named.flatMap(({ number, task: found }) => (found ? [] : [number]))];
      if (absent.length > 0) {
        const why = `names no task that is known: ${absent.join(", ")}; it stays in the text`;
        notices.push({ file: tasksFile, line: line + 1, text: lines[line]?.text ?? "", why });
      }
      for (const own of specsOf(task))
        for (const need of named.flatMap(({ task: found }) => (found ? specsOf(found) : [])))
          if (need !== own) addNeed(needs, own, need);
    }
  }
  if (isOrdered) addOrder(top, specsOf, needs);
  return {
    specs: tasks.map((_, index) => [...(needs.get(index) ?? [])]),
    requirements: isOrdered ? namingSpecs(top, specsOf, references, requirements) : new Map(),
    notices,
  };
}

/** Returns a function from a task to its specs: its own, that of a task above, or those below. */
function specsByTask(tasks: readonly Task[]): (task: Task) => number[] {
  const indexOf = new Map(tasks.map((task, index) => [task, index]));
  return (task) => {
    for (let above: Task | null = task; above !== null; above = above.parent) {
      const own = indexOf.get(above);
      if (own !== undefined) return [own];
    }
    return withBelow(task.children).flatMap((child) => indexOf.get(child) ?? []);
  };
}

/** Adds the order of the top-level tasks, without what would close a cycle. */
function addOrder(top: readonly Task[], specsOf: (task: Task) => number[], needs: Needs): void {
  const ordered: Needs = new Map([...needs].map(([item, own]) => [item, new Set(own)]));
  const required = top.filter((task) => !isOptional(task)).map(specsOf);
  orderGroups(required, ordered);
  let before: number[] = [];
  for (const task of top) {
    if (isOptional(task)) orderGroups([before, specsOf(task)], ordered);
    else before = specsOf(task);
  }
  // The order only leads back, so that without a need that leads forward nothing can contradict.
  const mayClose = [...needs].some(([item, own]) => [...own].some((need) => need > item));
  for (const [item, own] of ordered)
    for (const need of own) if (!mayClose || !leads(needs, need, item)) addNeed(needs, item, need);
}

function leads(needs: Needs, start: number, end: number): boolean {
  const seen = new Set([start]);
  for (const item of seen) {
    if (item === end) return true;
    for (const need of needs.get(item) ?? []) seen.add(need);
  }
  return false;
}

/** Returns the specs whose tasks name a requirement, without optional tasks. */
function namingSpecs(
  top: readonly Task[],
  specsOf: (task: Task) => number[],
  references: ReadonlyMap<Task, TaskReferences>,
  requirements: readonly KnownRequirement[],
): Map<string, number[]> {
  const naming = new Map<string, Set<number>>();
  const visit = (task: Task) => {
    if (isOptional(task)) return;
    for (const { requirement } of references.get(task)?.named ?? []) {
      const ref = requirements[requirement]?.ref;
      if (ref === undefined) continue;
      const specs = naming.get(ref) ?? new Set();
      for (const spec of specsOf(task)) specs.add(spec);
      naming.set(ref, specs);
    }
    for (const child of task.children) visit(child);
  };
  for (const task of top) visit(task);
  return new Map([...naming].map(([ref, specs]) => [ref, [...specs].sort((a, b) => a - b)]));
}
