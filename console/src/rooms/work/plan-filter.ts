import type { Plan, PlanStatus } from "@groundplan/contract";
import { statusLabels } from "../../../../contract/src/labels.ts";

/** This is what narrows a list of plans, as the address has it. */
export interface PlanFilter {
  q?: string | undefined;
  status?: PlanStatus | undefined;
  archived?: true | undefined;
}

/** Reads the filter of an address; what it does not know is left out. */
export const planFilterOf = ({ q, status, archived }: Record<string, unknown>): PlanFilter => ({
  q: q === undefined || q === "" ? undefined : String(q),
  status: Object.hasOwn(statusLabels, String(status)) ? (status as PlanStatus) : undefined,
  archived: archived === true || archived === "true" ? true : undefined,
});

/** Returns the plans that a filter leaves; all of its words have to be in the name or handle. */
export function filterPlans(plans: readonly Plan[], { q = "", status }: PlanFilter): readonly Plan[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return plans.filter(
    (plan) =>
      (status === undefined || plan.status === status) &&
      words.every((word) => `${plan.name} ${plan.shortId}`.toLowerCase().includes(word)),
  );
}

/** Tells whether a filter leaves anything out beside what is archived. */
export const isNarrow = ({ q, status }: PlanFilter): boolean => q !== undefined || status !== undefined;
