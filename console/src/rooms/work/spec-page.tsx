import { getSpec, type SpecWithCriteria } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { read } from "../../api/read.ts";
import { Handle } from "../../parts/handle.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { ReadinessPill } from "../../parts/meter.tsx";
import { Page } from "../../parts/page.tsx";
import { Pill } from "../../parts/pill.tsx";
import { wordOf } from "../../parts/status.tsx";
import { Tab } from "../../parts/tab.tsx";
import { PlanCrumbs } from "./plan-crumbs.tsx";
import { SpecAside } from "./spec-aside.tsx";
import type { SpecParams } from "./spec-params.ts";

/** A spec's room around one of its views, with how ready it is and what it needs beside it. */
export function SpecPage({
  params,
  beside,
  children,
}: {
  params: SpecParams;
  /** This is what else stands beside it. */
  beside?: (spec: SpecWithCriteria) => ReactNode;
  children: (spec: SpecWithCriteria) => ReactNode;
}) {
  const query = useQuery(read(getSpec, { params }));
  const at = "/projects/$projectSlug/plans/$planShortId/specs/$specShortId" as const;
  return (
    <Loaded query={query}>
      {({ spec }) => (
        <Page
          title={spec.title}
          crumbs={[
            <PlanCrumbs key="plan" {...params} />,
            <Link key="spec" to={at} params={params}>
              <Handle>{spec.shortId}</Handle>
            </Link>,
          ]}
          pills={
            <>
              <ReadinessPill grade={spec.readiness} label={spec.readinessLabel} />
              {spec.effortLabel && <Pill>{spec.effortLabel}</Pill>}
              <Pill>{wordOf(spec.status)}</Pill>
            </>
          }
          tabs={
            <>
              <Tab to={at} params={params} activeOptions={{ exact: true, includeSearch: false }}>
                Text
              </Tab>
              <Tab to={`${at}/versions`} params={params}>
                Versions
              </Tab>
            </>
          }
          aside={{
            name: "Readiness and needs",
            content: (
              <>
                <SpecAside params={params} spec={spec} />
                {beside?.(spec)}
              </>
            ),
          }}
        >
          {children(spec)}
        </Page>
      )}
    </Loaded>
  );
}
