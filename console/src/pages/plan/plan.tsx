import { useParams } from "@tanstack/react-router";
import { useIsIdle } from "../../base/idle.ts";
import { PlanDependencyCycles } from "../../planning/plans/dependency-cycles.tsx";
import { PlanPage } from "../../planning/plans/plan-page.tsx";
import { PlanHealth, PlanHistory } from "./history/lazy-history.ts";
import { PlanDescription } from "./plan-description.tsx";
import { PlanSpecs } from "./plan-specs.tsx";
import { PlanSummary } from "./plan-summary.tsx";
import { RemoveSample } from "./remove-sample.tsx";
import { SubPlans } from "./sub-plans.tsx";

/** A plan: its state, its specs in build order, its sub-plans. */
export default function PlanWithSpecs() {
  const params = useParams({ from: "/shell/projects/$projectSlug/plans/$planShortId" });
  const isIdle = useIsIdle();
  return (
    <PlanPage params={params}>
      {({ id, description }, canEdit) => (
        <>
          <RemoveSample projectSlug={params.projectSlug} />
          {description && <PlanDescription text={description} />}
          <PlanSummary params={params} />
          <div className="mt-2 min-h-5">{isIdle && <PlanHealth params={params} planId={id} />}</div>
          <PlanDependencyCycles params={params} />
          <PlanSpecs params={params} canEdit={canEdit} />
          <SubPlans projectSlug={params.projectSlug} planId={id} />
          {isIdle && <PlanHistory params={params} />}
        </>
      )}
    </PlanPage>
  );
}
