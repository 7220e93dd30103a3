import { useParams } from "@tanstack/react-router";
import { PlanCircles } from "../../planning/plans/circles.tsx";
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
          <PlanCircles params={params} />
          <PlanSpecs params={params} canEdit={canEdit} />
          <SubPlans projectSlug={params.projectSlug} planId={id} />
        </>
      )}
    </PlanPage>
  );
}
