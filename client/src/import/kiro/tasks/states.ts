import type { TaskReferences } from "./references/references.ts";
import { isOptional, statusOf, sum, type Tally, tallyOf } from "./task-states.ts";
import type { Task } from "./tree.ts";
import type { KnownRequirement, TaskStatus } from "./types.ts";

/**
 * Returns each requirement's status from the leaves of the tree without optional tasks. A group's reference
 * covers its leaves unless one names the requirement itself. An unnamed requirement is done when all leaves
 * are.
 */
export function requirementStatuses(
  top: readonly Task[],
  references: ReadonlyMap<Task, TaskReferences>,
  requirements: readonly KnownRequirement[],
): Map<string, TaskStatus> {
  const tallies = new Map<number, Tally>();
  const add = (requirement: number, tally: Tally) =>
    tallies.set(requirement, sum([tallies.get(requirement) ?? sum([]), tally]));
  /** Visits a task and its subtasks; returns its tally and the requirements named by its leaves. */
  const visit = (task: Task): { tally: Tally; byLeaves: Set<number> } => {
    const own = new Set(references.get(task)?.named.map(({ requirement }) => requirement));
    const below = task.children.filter((child) => !isOptional(child));
    if (below.length === 0) {
      const tally = tallyOf(task);
      for (const requirement of own) add(requirement, tally);
      return { tally, byLeaves: own };
    }
    const visited = below.map(visit);
    const tally = sum(visited.map((one) => one.tally));
    const byLeaves = new Set(visited.flatMap((one) => [...one.byLeaves]));
    for (const requirement of own) if (!byLeaves.has(requirement)) add(requirement, tally);
    return { tally, byLeaves };
  };
  const whole = sum(top.filter((task) => !isOptional(task)).map((task) => visit(task).tally));
  const rest = statusOf(whole) === "DONE" ? "DONE" : "TODO";
  return new Map(
    requirements.map(({ ref }, index) => {
      const tally = tallies.get(index);
      return [ref, tally && tally.all > 0 ? statusOf(tally) : rest];
    }),
  );
}
