import type { Plan, PlanStatus } from "@groundplan/contract";
import { statusLabels } from "../../../../contract/src/planning/labels.ts";

export interface PlanFilter {
  q?: string | undefined;
  status?: PlanStatus | undefined;
  archived?: true | undefined;
}

/** Parses a filter, ignoring unknown values. */
export const planFilterOf = ({ q, status, archived }: Record<string, unknown>): PlanFilter => ({
  q: q === undefined || q === "" ? undefined : String(q),
  status: Object.hasOwn(statusLabels, String(status)) ? (status as PlanStatus) : undefined,
  archived: archived === true || archived === "true" ? true : undefined,
});

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
