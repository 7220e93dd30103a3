import type { PushResult } from "@groundplan/contract";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import type { Actor } from "../identity/actor.ts";
import { readablePlanIds } from "../plans/access.ts";
import type { About } from "./about.ts";
import type { Caveat } from "./caveats.ts";

/** What a reader may see now of what runs remember; both take ids. */
export interface Sight {
  plan(planId: string): boolean;
  /** A spec is judged by the plan that it is in now; one that was deleted by the plan that it was in. */
  spec(specId: string, planId: string): boolean;
}

/** Plans and specs move and change hands after a push: each reading decides anew (decisions section 2). */
export async function sightOf(
  db: Db,
  actor: Actor,
  specIds: readonly string[],
  planIds: readonly string[],
): Promise<Sight> {
  const specs =
    specIds.length === 0
      ? []
      : await db
          .selectFrom("specs")
          .select(["id", "plan_id"])
          .where("workspace_id", "=", actor.workspaceId)
          .where(isOneOf(db, "id", [...new Set(specIds)]))
          .execute();
  const planOf = new Map(specs.map((spec) => [spec.id, spec.plan_id]));
  const readable = await readablePlanIds(db, actor, [...planIds, ...planOf.values()]);
  return {
    plan: (planId) => readable.has(planId),
    spec: (specId, planId) => readable.has(planOf.get(specId) ?? planId),
  };
}

/** The plans and specs that these name. */
export function namedIn(about: About, caveats: readonly Caveat[]): { specIds: string[]; planIds: string[] } {
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

/** The part of a result that names plans and specs, without those that the reader can't see. */
export function shown(about: About, caveats: readonly Caveat[], sight: Sight): Shown {
  const { ancestors, belowReady, ...rest } = about;
  const readable = caveats.filter(
    ({ planIds, specId, more }) =>
      more === undefined &&
      planIds.every((id) => (specId === undefined ? sight.plan(id) : sight.spec(specId, id))),
  );
  return {
    ...rest,
    ancestorNames: ancestors.filter(({ id }) => sight.plan(id)).map(({ name }) => name),
    belowReady: belowReady
      .filter(({ specId, planId }) => sight.spec(specId, planId))
      .map(({ entry }) => entry),
    caveats: [...new Set(readable.map(({ text }) => text))],
    moreCaveats: caveats.reduce((sum, { more = 0 }) => sum + more, 0),
  };
}
