import { getSpecReadiness, type Reply, type SpecWithCriteria } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../api/read.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { PageAround } from "../../parts/sheet.tsx";
import { Time } from "../../parts/time.tsx";
import { AsideTitle } from "./aside-title.tsx";
import { SpecNeeds } from "./spec-needs.tsx";
import type { SpecParams } from "./spec-params.ts";

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  canEdit: boolean;
}

/** This is what stands beside a spec: how ready it is and why, what it needs and what needs it, where the tracker has it. */
export function SpecAside({ params, spec, canEdit }: Properties) {
  const readiness = useQuery(read(getSpecReadiness, { params }));
  return (
    <PageAround>
      <Loaded query={readiness}>{(found) => <Readiness found={found} />}</Loaded>
      <SpecNeeds params={params} spec={spec} canEdit={canEdit} />
      <section className="text-note">
        <dl className="grid grid-cols-[5.25rem_1fr] gap-x-2 gap-y-1.5">
          {spec.effortLabel && <Fact name="Effort">{spec.effortLabel}</Fact>}
          {spec.external.map(({ key, url }) => (
            <Fact key={url} name="Tracker">
              <a
                href={url}
                target="_blank"
                rel="noreferrer noopener"
                className="font-mono text-small text-accent"
              >
                {key}
              </a>
            </Fact>
          ))}
          <Fact name="Changed">
            <Time at={spec.updatedAt} />
          </Fact>
        </dl>
      </section>
    </PageAround>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{name}</dt>
    <dd>{children}</dd>
  </>
);

function Readiness({ found }: { found: Reply<typeof getSpecReadiness> }) {
  const { readiness, label, source, reasons } = found;
  return (
    <section className="mb-4 border-b border-line pb-4">
      <AsideTitle>
        {label} · {readiness} of 5{source === "set" && ", set by a person"}
      </AsideTitle>
      {reasons.length === 0 && <p className="text-note text-ink-2">The rubric finds nothing missing.</p>}
      <ul>
        {reasons.map(({ code, text, line, fix }) => (
          <li key={`${code} ${line} ${text}`} className="grid grid-cols-[8px_1fr] gap-x-2 py-1 text-note">
            <span aria-hidden="true" className="mt-1.5 size-1.5 rounded-full bg-warn" />
            <span>{text}</span>
            <span className="col-start-2 text-small text-ink-3">
              {line !== null && `line ${line} · `}
              {fix}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
