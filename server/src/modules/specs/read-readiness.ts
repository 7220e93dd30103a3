import { getSpecReadiness, readinessLabel } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { readableSpec } from "./access.ts";
import { danglingOf, readinessOf } from "./effective-readiness.ts";
import { needsOf } from "./needs.ts";
import { readiness as rubric } from "./readiness/index.ts";

/** Reads the readiness. The grade is the one that lists show; only the reasons are computed anew. */
export const specReadiness = read(getSpecReadiness, async (db, actor, { params }) => {
  const { plan, spec } = await readableSpec(db, actor, params);
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
    reasons: rubric({ title, content, effort, danglingNeeds, planIsOpen }).reasons,
  };
});
