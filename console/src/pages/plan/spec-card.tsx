import type { Spec } from "@groundplan/contract";
import { Handle } from "../../components/handle.tsx";
import { RowLink } from "../../components/lists/row.tsx";
import { Meter } from "../../components/meter.tsx";
import { Menu } from "../../components/overlays/menu.tsx";
import { EffortPill } from "../../components/pill.tsx";
import { StatusMark, wordOf } from "../../components/status.tsx";
import { HeldBy } from "../../planning/claims/lazy-claims.ts";
import type { SpecChanges } from "../../planning/edits/spec-edits.ts";
import type { PlanParams } from "../../planning/params.ts";
import { WorkMarks } from "../../planning/specs/lazy-work-marks.tsx";
import { NeedsReview } from "../../planning/specs/needs-review.tsx";
import { statusActs } from "../../planning/specs/spec-choices.ts";

interface Properties {
  params: PlanParams;
  spec: Spec;
  /** Null if read-only. */
  edit: ((changes: SpecChanges) => void) | null;
  isDraggable: boolean;
}

export function SpecCard({ params, spec, edit, isDraggable }: Properties) {
  const { id, shortId, title, status, readiness, readinessLabel, effortLabel, claim, awaitsReview } = spec;
  const specParams = { ...params, specShortId: shortId };
  return (
    <div
      data-item={id}
      draggable={isDraggable || undefined}
      className="mb-1.5 flex flex-wrap items-start rounded-md border border-line bg-sheet has-focus-visible:border-accent"
    >
      {edit && (
        <Menu
          label={`Status of ${shortId}: ${wordOf(status)}`}
          acts={statusActs(status, (to) => edit({ status: to }))}
          className="mt-0.5 flex rounded-full p-2"
          act="status"
        >
          <StatusMark status={status} />
        </Menu>
      )}
      <RowLink
        to="/projects/$projectSlug/plans/$planShortId/specs/$specShortId"
        params={specParams}
        draggable={false}
        className="flex-wrap"
      >
        <span className="min-w-0 basis-full">{title}</span>
        <Handle>{shortId}</Handle>
        <Meter grade={readiness} label={readinessLabel} />
        {awaitsReview && <NeedsReview />}
        {effortLabel && <EffortPill label={effortLabel} />}
      </RowLink>
      <WorkMarks spec={spec} />
      {claim && <HeldBy params={specParams} claim={claim} place="card" />}
    </div>
  );
}
