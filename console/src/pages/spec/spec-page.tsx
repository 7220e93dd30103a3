import { getPlan, getSpec, type SpecWithCriteria } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { read } from "../../api/read.ts";
import { Handle } from "../../components/handle.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Page } from "../../components/page/page.tsx";
import { Tab } from "../../components/page/tab.tsx";
import { mayEdit } from "../../planning/may-edit.ts";
import type { SpecParams } from "../../planning/params.ts";
import { PlanCrumbs } from "../../planning/plans/plan-crumbs.tsx";
import { useEditing } from "./editing/editing.ts";
import { TitleField } from "./editing/lazy-edit-parts.tsx";
import { SpecAside } from "./spec-aside.tsx";
import { SpecPills } from "./spec-pills.tsx";

type Show = (spec: SpecWithCriteria, canEdit: boolean) => ReactNode;

interface Properties {
  params: SpecParams;
  actions?: Show;
  /** Further content of the side column. */
  beside?: Show;
  children: Show;
}

/** The page around a spec's views. */
export function SpecPage({ params, actions, beside, children }: Properties) {
  const { projectSlug, planShortId } = params;
  const query = useQuery(read(getSpec, { params }));
  const { data: planAnswer } = useQuery(read(getPlan, { params: { projectSlug, planShortId } }));
  const editing = useEditing(query.data?.spec.id ?? "");
  const canEdit = planAnswer !== undefined && mayEdit(planAnswer.plan);
  const specRoute = "/projects/$projectSlug/plans/$planShortId/specs/$specShortId" as const;
  return (
    // Keep the draft visible if the spec was deleted.
    <Loaded query={editing ? { ...query, error: null } : query}>
      {({ spec }) => (
        <Page
          title={spec.title}
          titleField={editing?.isOpen && <TitleField editing={editing} />}
          crumbs={[
            <PlanCrumbs key="plan" {...params} />,
            <Link key="spec" to={specRoute} params={params}>
              <Handle>{spec.shortId}</Handle>
            </Link>,
          ]}
          pills={<SpecPills params={params} spec={spec} canEdit={canEdit} />}
          actions={actions?.(spec, canEdit)}
          tabs={
            <>
              <Tab to={specRoute} params={params} activeOptions={{ exact: true, includeSearch: false }}>
                Text
              </Tab>
              <Tab to={`${specRoute}/versions`} params={params}>
                Versions
              </Tab>
            </>
          }
          aside={{
            name: "Readiness and needs",
            content: (
              <>
                <SpecAside params={params} spec={spec} canEdit={canEdit} />
                {beside?.(spec, canEdit)}
              </>
            ),
          }}
        >
          {children(spec, canEdit)}
        </Page>
      )}
    </Loaded>
  );
}
