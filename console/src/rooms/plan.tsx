import { getPlan } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { read } from "../api/read.ts";
import { Handle } from "../parts/handle.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Page } from "../parts/page.tsx";
import { Pill } from "../parts/pill.tsx";
import { PlanStatusPill, wordOf } from "../parts/status.tsx";
import { ProjectCrumb } from "./work/plan-crumbs.tsx";
import { PlanSpecs } from "./work/plan-specs.tsx";
import { PlanSummary } from "./work/plan-summary.tsx";
import { SubPlans } from "./work/sub-plans.tsx";

/** A plan: its state, its specs in the order in which they can be built, its sub-plans. */
export default function PlanRoom() {
  const params = useParams({ from: "/framed/projects/$projectSlug/plans/$planShortId" });
  const { projectSlug } = params;
  const plan = useQuery(read(getPlan, { params }));
  return (
    <Loaded query={plan}>
      {({ plan: { id, name, shortId, status, statusLabel, visibility, archivedAt, description } }) => (
        <Page
          title={name}
          crumbs={[
            <ProjectCrumb key="project" projectSlug={projectSlug} />,
            <Handle key="plan">{shortId}</Handle>,
          ]}
          pills={
            <>
              <PlanStatusPill status={status} statusLabel={statusLabel} />
              {visibility && <Pill>{wordOf(visibility)}</Pill>}
              {archivedAt && <Pill tone="warn">Archived</Pill>}
            </>
          }
        >
          {description && <p className="mb-4 max-w-[70ch] whitespace-pre-line text-ink-2">{description}</p>}
          <PlanSummary params={params} />
          <PlanSpecs params={params} />
          <SubPlans projectSlug={projectSlug} planId={id} />
        </Page>
      )}
    </Loaded>
  );
}
