import { isFinished } from "../labels.ts";
import type { WholePlan } from "./read-plans.ts";

interface End {
  isOpen: boolean;
  /** The handle, qualified outside of its plan. */
  nameIn(planShortId: string): string;
}

/**
 * Returns descriptions of unfinished needs by plan or spec id. Needs outside of these plans are always named,
 * since their state is unknown.
 */
export function waitsOf(plans: readonly WholePlan[]): Map<string, string> {
  const ends = new Map<string, End>();
  for (const { plan, specs } of plans) {
    ends.set(plan.id, { isOpen: plan.status !== "DONE", nameIn: () => plan.shortId });
    for (const { id, shortId, status } of specs) {
      const isOpen = !isFinished(status);
      ends.set(id, {
        isOpen,
        nameIn: (here) => (here === plan.shortId ? shortId : `${plan.shortId}/${shortId}`),
      });
    }
  }
  const waits = new Map<string, string>();
  for (const { plan, dependencies } of plans) {
    const needs = Map.groupBy(dependencies, ({ fromSpecId, fromPlanId }) => fromSpecId ?? fromPlanId ?? "");
    for (const [from, needed] of needs) {
      if (!ends.get(from)?.isOpen) continue;
      const found = needed.map((need) => ({ need, end: ends.get(need.toSpecId ?? need.toPlanId ?? "") }));
      const open = found.flatMap(({ end }) => (end?.isOpen ? [end.nameIn(plan.shortId)] : []));
      const outside = found.flatMap(({ need, end }) =>
        end ? [] : [need.toHandle ?? "one that you can't read"],
      );
      const parts = [
        ...(open.length > 0 ? [`waits for ${open.join(", ")}`] : []),
        ...(outside.length > 0 ? [`needs ${outside.join(", ")}`] : []),
      ];
      if (parts.length > 0) waits.set(from, parts.join(", "));
    }
  }
  return waits;
}
