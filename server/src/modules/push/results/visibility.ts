import type { PushResult } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import type { Db } from "../../../storage/dialect.ts";
import { readablePlanIds } from "../../plans/access.ts";
import { plansOfSpecs } from "../../plans/plans-of-specs.ts";
import type { Caveat } from "../ledger/caveats.ts";
import type { PushSummary } from "./push-summary.ts";

/** By the ids that pushes remember. */
export interface Visibility {
  plan(planId: string): boolean;
  /** Decides by the spec's current plan, or the last one if deleted. */
  spec(specId: string, planId: string): boolean;
}

/**
 * Reads current visibility for each request, as plans and specs move and change owners (decisions section 2).
 */
export async function visibilityOf(
  db: Db,
  actor: Actor,
  specIds: readonly string[],
  planIds: readonly string[],
): Promise<Visibility> {
  const planOf = await plansOfSpecs(db, actor.workspaceId, specIds);
  const readable = await readablePlanIds(db, actor, [...planIds, ...planOf.values()]);
  return {
    plan: (planId) => readable.has(planId),
    spec: (specId, planId) => readable.has(planOf.get(specId) ?? planId),
  };
}

export function namedIn(
  about: PushSummary,
  caveats: readonly Caveat[],
): { specIds: string[]; planIds: string[] } {
  return {
    specIds: [
      ...about.belowReady.map(({ specId }) => specId),
      ...caveats.flatMap(({ specId }) => specId ?? []),
    ],
    planIds: [
      ...about.ancestors.map(({ id }) => id),
      ...about.belowReady.map(({ planId }) => planId),
      ...caveats.flatMap(({ planIds }) => planIds),
    ],
  };
}

type Shown = Pick<
  PushResult,
  | "planName"
  | "ancestorNames"
  | "containerCount"
  | "belowReady"
  | "belowReadyOmitted"
  | "belowReadyUnavailable"
  | "caveats"
> & { moreCaveats: number };

export function visibleParts(about: PushSummary, caveats: readonly Caveat[], visibility: Visibility): Shown {
  const { ancestors, belowReady, ...rest } = about;
  const readable = caveats.filter(
    ({ planIds, specId, more }) =>
      more === undefined &&
      planIds.every((id) => (specId === undefined ? visibility.plan(id) : visibility.spec(specId, id))),
  );
  return {
    ...rest,
    ancestorNames: ancestors.filter(({ id }) => visibility.plan(id)).map(({ name }) => name),
    belowReady: belowReady
      .filter(({ specId, planId }) => visibility.spec(specId, planId))
      .map(({ planId, entry: { planShortId, ...entry } }) =>
        planShortId !== undefined && visibility.plan(planId) ? { planShortId, ...entry } : entry,
      ),
    caveats: [...new Set(readable.map(({ text }) => text))],
    moreCaveats: caveats.reduce((sum, { more = 0 }) => sum + more, 0),
  };
}
