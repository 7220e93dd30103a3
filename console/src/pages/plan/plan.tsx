import { useParams } from "@tanstack/react-router";
import { PlanDependencyCycles } from "../../planning/plans/dependency-cycles.tsx";
import { PlanPage } from "../../planning/plans/plan-page.tsx";
import { PlanDescription } from "./plan-description.tsx";
import { PlanSpecs } from "./plan-specs.tsx";
import { PlanSummary } from "./plan-summary.tsx";
import { RemoveSample } from "./remove-sample.tsx";
import { SubPlans } from "./sub-plans.tsx";

/** A plan: its state, its specs in build order, its sub-plans. */
export default function PlanWithSpecs() {
  const params = useParams({ from: "/shell/projects/$projectSlug/plans/$planShortId" });
  return (
    <PlanPage params={params}>
      {({ id, description }, canEdit) => (
        <>
          <RemoveSample projectSlug={params.projectSlug} />
          {description && <PlanDescription text={description} />}
          <PlanSummary params={params} />
          <PlanDependencyCycles params={params} />
          <PlanSpecs params={params} canEdit={canEdit} />
          <SubPlans projectSlug={params.projectSlug} planId={id} />
        </>
      )}
    </PlanPage>
  );
}
