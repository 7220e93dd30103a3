import type { SpecSummary } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { planHandle, specHandle } from "../handles.ts";
import type { PlanRow } from "../plans/access.ts";
import type { SpecRow } from "./access.ts";
import { readinessWithReasons } from "./read-readiness.ts";

/** Returns a spec without its texts: state, readiness, and the reasons of it. */
export async function summarizeSpec(
  db: Db,
  actor: Actor,
  plan: PlanRow,
  spec: SpecRow,
): Promise<SpecSummary> {
  const { readiness, label, reasons } = await readinessWithReasons(db, actor, plan, spec);
  return {
    planShortId: planHandle(plan.number),
    shortId: specHandle(spec.number),
    status: spec.status,
    revision: spec.revision,
    readiness,
    readinessLabel: label,
    reasons: reasons.map(({ code, text }) => ({ code, text })),
  };
}
