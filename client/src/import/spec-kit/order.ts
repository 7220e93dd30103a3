import { addNeed, endsOf, firsts, lasts, type Needs } from "../text/edges.ts";
import type { Phase } from "./phases.ts";

/**
 * Adds the needs that the order of the phases implies: within a phase a task that isn't parallel needs the one
 * before it; stories need what comes before the first of them, but not each other; what comes later needs them.
 */
export function orderPhases(
  phases: readonly Phase[],
  isParallel: (task: number) => boolean,
  needs: Needs,
): void {
  const inner = new Map(phases.map((phase) => [phase, needsWithin(phase, isParallel, needs)]));
  const within = (phase: Phase): Needs => inner.get(phase) ?? new Map();
  const follow = (phase: Phase, earlier: readonly Phase[]) => {
    const ends = endsOf(earlier.flatMap((one) => lasts(one.tasks, within(one))));
    for (const task of firsts(phase.tasks, within(phase))) for (const end of ends) addNeed(needs, task, end);
  };
  let ground: Phase[] = [];
  let ends: Phase[] = [];
  for (const phase of phases) {
    const isGround = phase.story === null && ends.length === 0;
    follow(phase, phase.story !== null || isGround ? ground : ends);
    if (isGround) ground = [phase];
    else ends = phase.story === null ? [phase] : [...ends, phase];
  }
  for (const own of inner.values())
    for (const [task, before] of own) for (const need of before) addNeed(needs, task, need);
}

/** Returns the needs among a phase's tasks: what they say, and their order. */
function needsWithin({ tasks }: Phase, isParallel: (task: number) => boolean, needs: Needs): Needs {
  const all = new Set(tasks);
  const own: Needs = new Map();
  for (const [index, task] of tasks.entries()) {
    const before = tasks[index - 1];
    if (before !== undefined && !isParallel(task)) addNeed(own, task, before);
    for (const need of needs.get(task) ?? []) if (all.has(need)) addNeed(own, task, need);
  }
  return own;
}
