import { useParams } from "@tanstack/react-router";
import { RemoveSample } from "./home/remove-sample.tsx";
import { PlanCircles } from "./work/circles.tsx";
import { PlanDescription } from "./work/plan-description.tsx";
import { PlanPage } from "./work/plan-page.tsx";
import { PlanSpecs } from "./work/plan-specs.tsx";
import { PlanSummary } from "./work/plan-summary.tsx";
import { SubPlans } from "./work/sub-plans.tsx";

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
