import type { SpecWithCriteria } from "@groundplan/contract";
import type { ReactNode } from "react";
import { useIsIdle } from "../../base/idle.ts";
import { later } from "../../components/loading/later.tsx";
import { PageContext } from "../../components/page/main.tsx";
import { Time } from "../../components/time.tsx";
import type { SpecParams } from "../../planning/params.ts";
import { Readiness } from "./readiness/readiness.tsx";

/** Lazy, because needs read all specs of the plan. */
const NeedsAndSources = later(() => import("./sources/needs-and-sources.tsx"));

const SpecEvidence = later(() => import("./evidence/spec-evidence.tsx"));

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  canEdit: boolean;
}

/** A spec's side column: readiness, evidence, sources, dependencies, tracker state. */
export function SpecAside({ params, spec, canEdit }: Properties) {
  const isIdle = useIsIdle();
  return (
    <PageContext>
      <Readiness params={params} spec={spec} canEdit={canEdit} />
      {isIdle && spec.acceptanceCriteria.length > 0 && (
        <SpecEvidence params={params} spec={spec} canEdit={canEdit} />
      )}
      {isIdle && <NeedsAndSources params={params} spec={spec} canEdit={canEdit} />}
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
    </PageContext>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{name}</dt>
    <dd>{children}</dd>
  </>
);
