import type { Spec } from "@groundplan/contract";
import { Handle } from "../../components/handle.tsx";
import type { RowProps } from "../../components/lists/grouped-list.tsx";
import { RowLink, RowWithActs } from "../../components/lists/row.tsx";
import { Meter } from "../../components/meter.tsx";
import { Menu } from "../../components/overlays/menu.tsx";
import { EffortPill } from "../../components/pill.tsx";
import { StatusMark, todoShape, wordOf } from "../../components/status.tsx";
import { HeldBy } from "../../planning/claims/lazy-claims.ts";
import type { SpecChanges } from "../../planning/edits/spec-edits.ts";
import type { PlanParams } from "../../planning/params.ts";
import { WorkMarks } from "../../planning/specs/lazy-work-marks.tsx";
import { NeedsReview } from "../../planning/specs/needs-review.tsx";
import { effortActs, statusActs } from "../../planning/specs/spec-choices.ts";

interface Properties {
  params: PlanParams;
  spec: Spec;
  /** Null if read-only. */
  edit: ((changes: SpecChanges) => void) | null;
  isSelected: boolean;
  /** With Shift, the range from the last toggled row. */
  toggle: (isRange: boolean) => void;
  place: RowProps;
}

const atTheEnd = "w-16 flex-none self-start py-1 column:self-auto";
const noEffort =
  "px-2 text-small text-ink-3 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100";

/** A spec's row with status and effort menus. */
export function SpecRow({ params, spec, edit, isSelected, toggle, place }: Properties) {
  const { id, shortId, title, status, needsFirst, readiness, readinessLabel, effort, effortLabel } = spec;
  const { claim, awaitsReview } = spec;
  const specParams = { ...params, specShortId: shortId };
  return (
    <RowWithActs
      id={id}
      isSelected={isSelected}
      isDraggable={edit !== null}
      place={place}
      before={
        edit && (
          <>
            <input
              type="checkbox"
              aria-label={`Select ${shortId}`}
              checked={isSelected}
              onChange={({ nativeEvent }) =>
                toggle("shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
              }
              className="mx-1 size-4 flex-none accent-accent opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 checked:opacity-100 pointer-coarse:opacity-100"
            />
            <Menu
              label={`Status of ${shortId}: ${wordOf(status)}`}
              acts={statusActs(status, (to) => edit({ status: to }))}
              className={
                status === "TODO" ? `flex-none rounded-full ${todoShape}` : "flex rounded-full p-1.5"
              }
              act="status"
              isBare
            >
              {status === "TODO" ? null : <StatusMark status={status} />}
            </Menu>
          </>
        )
      }
      after={
        <>
          {awaitsReview && <NeedsReview />}
          <WorkMarks spec={spec} isInRow />
          {claim && <HeldBy params={specParams} claim={claim} place="row" />}
          {edit ? (
            <Menu
              label={`Effort of ${shortId}: ${effortLabel ?? "none"}`}
              acts={effortActs(effort, (to) => edit({ effort: to }))}
              className={`min-h-6 rounded-full text-left ${atTheEnd} ${effortLabel ? "" : noEffort}`}
              act="effort"
              isBare
            >
              {effortLabel ? <EffortPill label={effortLabel} /> : "effort"}
            </Menu>
          ) : (
            <span data-column="effort" className={atTheEnd}>
              {effortLabel && <EffortPill label={effortLabel} />}
            </span>
          )}
        </>
      }
    >
      <RowLink
        to="/projects/$projectSlug/plans/$planShortId/specs/$specShortId"
        params={specParams}
        draggable={false}
        className="flex-wrap column:flex-nowrap"
      >
        {!edit && <StatusMark status={status} />}
        <span className="flex min-w-0 basis-full flex-col column:flex-1 column:basis-0 column:flex-row column:items-center column:gap-2.5">
          <Handle className="flex-none column:w-18">{shortId}</Handle>
          <span className="min-w-0 column:truncate">{title}</span>
        </span>
        {needsFirst.length > 0 && (
          <span
            data-column="needs"
            className="hidden flex-none font-mono text-small text-ink-3 column:inline"
            title={needsFirst.join(", ")}
          >
            needs {needsFirst.length === 1 ? needsFirst[0] : `${needsFirst.length} specs`}
          </span>
        )}
        <Meter grade={readiness} label={readinessLabel} />
      </RowLink>
    </RowWithActs>
  );
}
