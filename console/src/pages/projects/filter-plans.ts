import type { Plan } from "@groundplan/contract";
import type { PlanFilter } from "./plan-filter.ts";

/** Every word must occur in the name or handle. */
export function filterPlans(plans: readonly Plan[], { q = "", status }: PlanFilter): readonly Plan[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return plans.filter(
    (plan) =>
      (status === undefined || plan.status === status) &&
      words.every((word) => `${plan.name} ${plan.shortId}`.toLowerCase().includes(word)),
  );
}

/** Tells whether a filter hides anything besides archived plans. */
export const isNarrow = ({ q, status }: PlanFilter): boolean => q !== undefined || status !== undefined;
