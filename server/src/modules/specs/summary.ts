import type { SpecSummary } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { takeTurns } from "../../dispatch/concurrency/take-turns.ts";
import type { Db } from "../../storage/dialect.ts";
import { expectOne } from "../../storage/expect-one.ts";
import { planHandle, specHandle } from "../handles.ts";
import type { PlanRow } from "../plans/access.ts";
import type { SpecRow } from "./access.ts";
import { readinessReader } from "./read-readiness.ts";

/** Returns specs of a plan without their texts: state, readiness, and the reasons of it. */
export async function summarizeSpecs(
  db: Db,
  actor: Actor,
  plan: PlanRow,
  specs: readonly SpecRow[],
): Promise<SpecSummary[]> {
  const readinessOf = await readinessReader(db, actor, plan, specs);
  const summaries: SpecSummary[] = [];
  const turn = takeTurns();
  for (const spec of specs) {
    await turn(); // Grading doesn't yield, and the specs of a batch may have 8 MB.
    const { readiness, label, reasons } = await readinessOf(spec);
    summaries.push({
      planShortId: planHandle(plan.number),
      shortId: specHandle(spec.number),
      status: spec.status,
      revision: spec.revision,
      readiness,
      readinessLabel: label,
      reasons: reasons.map(({ code, text }) => ({ code, text })),
    });
  }
  return summaries;
}

export const summarizeSpec = async (
  db: Db,
  actor: Actor,
  plan: PlanRow,
  spec: SpecRow,
): Promise<SpecSummary> => expectOne(await summarizeSpecs(db, actor, plan, [spec]));
