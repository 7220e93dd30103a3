import type { PushResult } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import type { Db } from "../../../storage/dialect.ts";
import { readablePlanIds } from "../../plans/access.ts";
import { plansOfSpecs } from "../../plans/plans-of-specs.ts";
import type { Caveat } from "../ledger/caveats.ts";
import type { PushSummary } from "./push-summary.ts";

/** Tells what a reader may see now of the plans and specs that pushes remember, by their ids. */
export interface Visibility {
  plan(planId: string): boolean;
  /**
   * Returns true where a spec is visible: the plan that it is in now decides, or the plan that a deleted one was in.
   */
  spec(specId: string, planId: string): boolean;
}

/**
 * Reads what the actor may see. Plans and specs move and change owners after a push, so each request decides anew
 * (decisions section 2).
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

/** Returns the ids of the plans and specs that these name. */
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
> & { /** Caveats of which only the number was kept. */ moreCaveats: number };

/** Returns the part of a result that names plans and specs, without those that the reader can't see. */
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
