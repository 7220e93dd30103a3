import { getSpecReadiness, readinessLabel } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { read } from "../../dispatch/handlers.ts";
import type { Db } from "../../storage/dialect.ts";
import { findOpenCycles, handlesInCycle, sayCycle } from "../dependencies/open-cycles.ts";
import type { PlanRow } from "../plans/access.ts";
import { readableSpec, type SpecRow } from "./access.ts";
import { danglingOf, readinessOf } from "./effective-readiness.ts";
import { needsOf } from "./needs.ts";
import { questionReasons } from "./open-questions.ts";
import { type Reason, readiness as rubric } from "./readiness/index.ts";

/** Returns the stored readiness with freshly computed reasons. */
export const specReadiness = read(getSpecReadiness, async (db, actor, { params }) => {
  const { plan, spec } = await readableSpec(db, actor, params);
  return readinessWithReasons(db, actor, plan, spec);
});

/** Returns a spec's readiness with the reasons of it, worst first. */
export async function readinessWithReasons(db: Db, actor: Actor, plan: PlanRow, spec: SpecRow) {
  const needs = await needsOf(db, actor.workspaceId, [spec]);
  const danglingNeeds = danglingOf(needs(spec));
  const { title, content, effort } = spec;
  const planIsOpen = plan.has_open_questions === 1;
  const readiness = readinessOf(spec, danglingNeeds, planIsOpen);
  return {
    readiness,
    label: readinessLabel(readiness),
    source: spec.readiness_set === null ? ("computed" as const) : ("set" as const),
    revision: spec.revision,
    reasons: [
      ...(await questionReasons(db, spec)),
      ...rubric({ title, content, effort, danglingNeeds, planIsOpen }).reasons,
      ...(await cycleReasons(db, actor, spec)),
    ],
  };
}

/** Returns reasons for cycles, which don't lower the grade: the text may be fine. */
async function cycleReasons(db: Db, actor: Actor, spec: SpecRow): Promise<Reason[]> {
  const cycles = spec.status === "DONE" || spec.status === "CANCELLED" ? [] : await findOpenCycles(db, actor);
  return cycles
    .filter(({ specs }) => specs.some(({ id }) => id === spec.id))
    .map((cycle) => ({
      code: "dependency_cycle",
      text: `${handlesInCycle(cycle, spec.plan_id).join(", ")}: ${sayCycle(cycle)}`,
      line: null,
      fix: "Remove one of the dependencies that form the cycle, between the specs or between their plans.",
    }));
}
