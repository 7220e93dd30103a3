import { getSpec } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { read } from "../api/read.ts";
import { Handle } from "../parts/handle.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { ReadinessPill } from "../parts/meter.tsx";
import { Page } from "../parts/page.tsx";
import { Pill } from "../parts/pill.tsx";
import { wordOf } from "../parts/status.tsx";

/** A spec: its text with its criteria, and beside it how ready it is, what it needs, and its versions. */
export default function SpecRoom() {
  const params = useParams({ from: "/framed/projects/$projectSlug/plans/$planShortId/specs/$specShortId" });
  const { projectSlug, planShortId } = params;
  const spec = useQuery(read(getSpec, { params }));
  return (
    <Loaded query={spec}>
      {({ spec: { title, shortId, status, readiness, readinessLabel, effortLabel, content } }) => (
        <Page
          title={title}
          crumbs={[
            <Link key="project" to="/projects/$projectSlug" params={{ projectSlug }}>
              {projectSlug}
            </Link>,
            <Link
              key="plan"
              to="/projects/$projectSlug/plans/$planShortId"
              params={{ projectSlug, planShortId }}
            >
              <Handle>{planShortId}</Handle>
            </Link>,
            <Handle key="spec">{shortId}</Handle>,
          ]}
          pills={
            <>
              <ReadinessPill grade={readiness} label={readinessLabel} />
              {effortLabel && <Pill>{effortLabel}</Pill>}
              <Pill>{wordOf(status)}</Pill>
            </>
          }
        >
          <p className="max-w-[70ch] whitespace-pre-line">{content}</p>
        </Page>
      )}
    </Loaded>
  );
}
