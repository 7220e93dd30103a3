import { getSpecReadiness, readinessLabel } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { read } from "../../dispatch/handlers.ts";
import type { Db } from "../../storage/dialect.ts";
import { findOpenCycles, handlesInCycle, type OpenCycle, sayCycle } from "../dependencies/open-cycles.ts";
import type { PlanRow } from "../plans/access.ts";
import { readableSpec, type SpecRow } from "./access.ts";
import { danglingOf, readinessOf } from "./effective-readiness.ts";
import { needsOf } from "./needs.ts";
import { questionReasons } from "./open-questions.ts";
import { type Reason, readiness as rubric } from "./readiness/index.ts";

/** Returns the stored readiness with freshly computed reasons. */
export const specReadiness = read(getSpecReadiness, async (db, actor, { params }) => {
  const { plan, spec } = await readableSpec(db, actor, params);
  return (await readinessReader(db, actor, plan, [spec]))(spec);
});

/** Returns a function for the readiness of a plan's specs with the reasons of it, worst first. */
export async function readinessReader(db: Db, actor: Actor, plan: PlanRow, specs: readonly SpecRow[]) {
  const needs = await needsOf(db, actor.workspaceId, specs);
  const cycles = specs.some(isOpen) ? await findOpenCycles(db, actor) : [];
  const planIsOpen = plan.has_open_questions === 1;
  return async (spec: SpecRow) => {
    const danglingNeeds = danglingOf(needs(spec));
    const { title, content, effort } = spec;
    const readiness = readinessOf(spec, danglingNeeds, planIsOpen);
    return {
      readiness,
      label: readinessLabel(readiness),
      source: spec.readiness_set === null ? ("computed" as const) : ("set" as const),
      revision: spec.revision,
      reasons: [
        ...(await questionReasons(db, spec)),
        ...rubric({ title, content, effort, danglingNeeds, planIsOpen }).reasons,
        ...(isOpen(spec) ? cycleReasons(cycles, spec) : []),
      ],
    };
  };
}

const isOpen = ({ status }: SpecRow) => status !== "DONE" && status !== "CANCELLED";

/** Returns reasons for cycles, which don't lower the grade: the text may be fine. */
function cycleReasons(cycles: readonly OpenCycle[], spec: SpecRow): Reason[] {
  return cycles
    .filter(({ specs }) => specs.some(({ id }) => id === spec.id))
    .map((cycle) => ({
      code: "dependency_cycle",
      text: `${handlesInCycle(cycle, spec.plan_id).join(", ")}: ${sayCycle(cycle)}`,
      line: null,
      fix: "Remove one of the dependencies that form the cycle, between the specs or between their plans.",
    }));
}
