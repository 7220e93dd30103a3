import type { NextSpec } from "@groundplan/contract";
import { effortLabel, readinessLabel } from "../../../../contract/src/planning/display-words.ts";
import { Handle } from "../../components/handle.tsx";
import { Row } from "../../components/lists/row.tsx";
import { Meter } from "../../components/meter.tsx";
import { EffortPill } from "../../components/pill.tsx";
import { StatusMark } from "../../components/status.tsx";
import { HeldWords } from "../claims/lazy-claims.ts";

export function NextRow({ spec }: { spec: NextSpec }) {
  const { projectSlug, planShortId, planName, specShortId, title, effort, readiness, status, claim } = spec;
  const word = effortLabel(effort);
  return (
    <Row
      to="/projects/$projectSlug/plans/$planShortId/specs/$specShortId"
      params={{ projectSlug, planShortId, specShortId }}
      className="flex-wrap column:flex-nowrap"
    >
      <StatusMark status={status} />
      <span className="flex min-w-0 flex-1 basis-40 flex-wrap items-baseline gap-x-2.5 column:flex-nowrap">
        <span className="flex-none column:w-32">
          <Handle>
            {planShortId} {specShortId}
          </Handle>
        </span>
        <span className="min-w-0 column:truncate">
          {title} <span className="text-ink-3">· {planName}</span>
        </span>
      </span>
      {claim && <HeldWords claim={claim} />}
      <span className="flex flex-none items-center gap-2.5">
        <span className="font-mono text-small text-ink-3">{projectSlug}</span>
        {readiness !== null && <Meter grade={readiness} label={readinessLabel(readiness)} />}
        <span className="flex w-12 flex-none">{word !== null && <EffortPill label={word} />}</span>
      </span>
    </Row>
  );
}
