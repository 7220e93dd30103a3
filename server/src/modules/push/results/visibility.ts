import type { PushResult } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import type { Db } from "../../../storage/dialect.ts";
import { readablePlanIds } from "../../plans/access.ts";
import { plansOfSpecs } from "../../plans/plans-of-specs.ts";
import type { Caveat } from "../ledger/caveats.ts";
import type { PushSummary } from "./push-summary.ts";

/** The reader's current visibility of plans and specs that pushes remember, by id. */
export interface Visibility {
  plan(planId: string): boolean;
  /** Returns true if a spec is visible. Its current plan decides, or the last one if it was deleted. */
  spec(specId: string, planId: string): boolean;
}

/**
 * Reads the actor's visibility. Plans and specs move and change owners, so each request decides again
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

/** Returns the ids of all plans and specs mentioned. */
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
> & { /** The number of dropped caveats. */ moreCaveats: number };

/** Returns the names and caveats of a result that the reader may see. */
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
