import type { PlanningView } from "./step.ts";

/** Returns a function for paths, plan first, without ancestors that have no issue. */
export function pathsOf({ plans, specs, hasIssue, isGone }: PlanningView): (id: string) => string[] {
  const specById = new Map(specs.map((spec) => [spec.id, spec]));
  // A child of a gone item waits; it is not moved.
  const isHeld = (id: string) => hasIssue(id) || isGone(id);
  const planById = new Map(plans.map((plan) => [plan.id, plan]));
  return (id) => {
    const spec = specById.get(id);
    if (!spec) {
      const above = planById.get(id)?.parentId ?? null;
      return above !== null && isHeld(above) ? [above] : [];
    }
    const path: string[] = [];
    for (let above = specById.get(spec.parentId ?? ""); above; above = specById.get(above.parentId ?? ""))
      if (isHeld(above.id)) path.unshift(above.id);
    return [spec.planId, ...path];
  };
}
