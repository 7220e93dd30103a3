import type { Actor } from "../../../actor.ts";
import type { Db } from "../../../storage/dialect.ts";
import type { PlanRow } from "../../plans/access.ts";
import type { ImportedSpec } from "../imported-spec.ts";
import type { FoundRef } from "./found-ref.ts";
import { specsOfRefs } from "./store.ts";

/** A spec of the request with its plan, null if a dry run would create it. */
export type LinkedSpec = ImportedSpec & { plan: PlanRow | null };

/** Returns a reference's spec; null if a dry run would create it, undefined if there is none. */
export type FindRef = (ref: string, from: LinkedSpec) => FoundRef | null | undefined;

/**
 * Finds specs by reference: in the plan of the spec that names it, in the request's other plans, and among
 * specs of the project that earlier imports brought and the actor can read.
 */
export async function resolveRefs(
  db: Db,
  actor: Actor,
  projectId: string,
  plans: readonly { plan: PlanRow | null; specs: readonly ImportedSpec[] }[],
  asking: readonly LinkedSpec[],
): Promise<FindRef> {
  const all = new Map<string, FoundRef | null>();
  const own = new Map<string, Map<string, FoundRef | null>>();
  for (const { plan, specs } of plans) {
    const ofPlan = new Map<string, FoundRef | null>();
    for (const { source, id } of specs) {
      const found = plan && id !== null ? { id, plan } : null;
      ofPlan.set(source.externalRef, found);
      if (!all.has(source.externalRef)) all.set(source.externalRef, found);
    }
    if (plan) own.set(plan.id, ofPlan);
  }
  const named = asking.flatMap(({ source, base }) => [
    ...(source.needsFirst ?? []),
    ...(JSON.parse(base?.needs ?? "[]") as string[]),
  ]);
  const unknown = [...new Set(named)].filter((ref) => !all.has(ref));
  const elsewhere = await specsOfRefs(db, actor, projectId, unknown);
  return (ref, { plan }) => {
    const inPlan = own.get(plan?.id ?? "");
    if (inPlan?.has(ref)) return inPlan.get(ref);
    return all.has(ref) ? all.get(ref) : elsewhere.get(ref);
  };
}
