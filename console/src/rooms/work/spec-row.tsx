import type { Spec } from "@groundplan/contract";
import { Handle } from "../../parts/handle.tsx";
import { Meter } from "../../parts/meter.tsx";
import { Pill } from "../../parts/pill.tsx";
import { Row } from "../../parts/row.tsx";
import { StatusMark } from "../../parts/status.tsx";

/** Shows a spec in a list. */
export function SpecRow({
  params,
  spec,
}: {
  params: { projectSlug: string; planShortId: string };
  spec: Spec;
}) {
  const { shortId, title, status, needsFirst, readiness, readinessLabel, effortLabel } = spec;
  return (
    <Row
      to="/projects/$projectSlug/plans/$planShortId/specs/$specShortId"
      params={{ ...params, specShortId: shortId }}
      className="flex-wrap column:flex-nowrap"
    >
      <span className="flex min-w-0 basis-full items-center gap-2.5 column:flex-1 column:basis-0">
        <span className="w-16 flex-none">
          <Handle>{shortId}</Handle>
        </span>
        <StatusMark status={status} />
        <span className="min-w-0 column:truncate">{title}</span>
      </span>
      <span className="flex flex-none items-center gap-2.5 max-column:basis-full">
        {needsFirst.length > 0 && (
          <span className="hidden font-mono text-small text-ink-3 column:inline">
            needs {needsFirst.map((handle) => handle.replace("SPEC-", "")).join(", ")}
          </span>
        )}
        <Meter grade={readiness} label={readinessLabel} />
        <span className="w-14">{effortLabel && <Pill>{effortLabel}</Pill>}</span>
      </span>
    </Row>
  );
}
