import { getPlan, type Plan } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../api/read.ts";
import { useIsIdle } from "../../base/idle.ts";
import { Handle } from "../../components/handle.tsx";
import { later } from "../../components/loading/later.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Page } from "../../components/page/page.tsx";
import { Tab } from "../../components/page/tab.tsx";
import { Pill } from "../../components/pill.tsx";
import { PlanStatusPill, wordOf } from "../../components/status.tsx";
import { mayEdit } from "../may-edit.ts";
import type { PlanParams } from "../params.ts";
import { PlanActs } from "./plan-acts.tsx";
import { ProjectCrumb } from "./plan-crumbs.tsx";

const at = "/projects/$projectSlug/plans/$planShortId" as const;

/** Nothing is shown if it can't be loaded. */
const Presence = later(() => import("../presence/presence.tsx"), { lost: () => null });

const PlanLead = later(() => import("./plan-lead.tsx"), { lost: () => null });

interface Properties {
  params: PlanParams;
  children: (plan: Plan, canEdit: boolean) => ReactNode;
}

export function PlanPage({ params, children }: Properties) {
  const query = useQuery(read(getPlan, { params }));
  const isIdle = useIsIdle();
  return (
    <Loaded query={query}>
      {({ plan }) => {
        const { name, shortId, status, statusLabel, visibility, archivedAt, capability, template } = plan;
        return (
          <Page
            title={name}
            crumbs={[
              <ProjectCrumb key="project" projectSlug={params.projectSlug} />,
              <Handle key="plan">{shortId}</Handle>,
            ]}
            pills={
              <>
                <PlanStatusPill status={status} statusLabel={statusLabel} />
                {visibility && <Pill>{wordOf(visibility)}</Pill>}
                {template && <Pill>Template</Pill>}
                {capability === "READ" && <Pill>Read only</Pill>}
                {archivedAt && <Pill tone="warn">Archived</Pill>}
                {isIdle && <PlanLead params={params} plan={plan} />}
              </>
            }
            actions={<PlanActs params={params} plan={plan} />}
            tabs={
              <>
                <Tab to={at} params={params} activeOptions={{ exact: true, includeSearch: false }}>
                  Specs
                </Tab>
                <Tab to={`${at}/board`} params={params}>
                  Board
                </Tab>
                <Tab to={`${at}/graph`} params={params} search={{}} activeOptions={{ includeSearch: false }}>
                  Graph
                </Tab>
                <Tab to={`${at}/pushes`} params={params} search={{}} activeOptions={{ includeSearch: false }}>
                  Pushes
                </Tab>
                <Tab to={`${at}/context`} params={params}>
                  Context
                </Tab>
                <Tab to={`${at}/prototype`} params={params}>
                  Prototype
                </Tab>
                <Tab to={`${at}/discussion`} params={params} activeOptions={{ includeSearch: false }}>
                  Discussion
                </Tab>
              </>
            }
          >
            {children(plan, mayEdit(plan))}
            {isIdle && <Presence documentId={plan.id} />}
          </Page>
        );
      }}
    </Loaded>
  );
}
