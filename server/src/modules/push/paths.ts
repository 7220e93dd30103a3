import type { View } from "./step.ts";

/**
 * What a plan or spec lies under, of what has an issue: a spec under its plan and the specs above it, a sub-plan
 * under its parent's, once that has one. The plan comes first.
 */
export function pathsOf({ plans, specs, hasIssue }: View): (id: string) => string[] {
  const specById = new Map(specs.map((spec) => [spec.id, spec]));
  const planById = new Map(plans.map((plan) => [plan.id, plan]));
  return (id) => {
    const spec = specById.get(id);
    if (!spec) {
      const above = planById.get(id)?.parentId ?? null;
      return above !== null && hasIssue(above) ? [above] : [];
    }
    const path: string[] = [];
    for (let above = specById.get(spec.parentId ?? ""); above; above = specById.get(above.parentId ?? ""))
      if (hasIssue(above.id)) path.unshift(above.id);
    return [spec.planId, ...path];
  };
}
