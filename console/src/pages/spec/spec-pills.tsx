import type { SpecWithCriteria } from "@groundplan/contract";
import { useIsIdle } from "../../base/idle.ts";
import { useKey } from "../../components/keyboard/keys.ts";
import { later } from "../../components/loading/later.tsx";
import { ReadinessPill } from "../../components/meter.tsx";
import { Menu } from "../../components/overlays/menu.tsx";
import { Pill } from "../../components/pill.tsx";
import { wordOf } from "../../components/status.tsx";
import { HeldBy } from "../../planning/claims/lazy-claims.ts";
import { changeSpecs } from "../../planning/edits/change-specs.ts";
import type { SpecChanges } from "../../planning/edits/spec-edits.ts";
import type { SpecParams } from "../../planning/params.ts";
import { NeedsReview } from "../../planning/specs/needs-review.tsx";
import { effortActs, statusActs } from "../../planning/specs/spec-choices.ts";

/** Lazy, since it reads members and labels. */
const WorkPills = later(() => import("../../planning/specs/work-pills.tsx"));

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  canEdit: boolean;
}

const pillButton = "rounded-full hover:brightness-95";

/** Readiness, effort, status and claim; effort and status are editable. */
export function SpecPills({ params, spec, canEdit }: Properties) {
  const { status, effort, effortLabel, claim, awaitsReview } = spec;
  const edit = (changes: SpecChanges) => void changeSpecs(params, [spec], changes);
  const press = (act: string) => document.querySelector<HTMLElement>(`#main [data-act="${act}"]`)?.click();
  useKey("s", "Set the status", () => canEdit && press("status"));
  useKey("o", "Set the effort", () => canEdit && press("effort"));
  const isIdle = useIsIdle();
  const held = (
    <>
      {isIdle && <WorkPills params={params} spec={spec} canEdit={canEdit} />}
      {awaitsReview && <NeedsReview />}
      {claim && <HeldBy params={params} claim={claim} place="page" />}
    </>
  );
  if (!canEdit)
    return (
      <>
        <ReadinessPill grade={spec.readiness} label={spec.readinessLabel} />
        {effortLabel && <Pill>Effort: {effortLabel}</Pill>}
        <Pill>{wordOf(status)}</Pill>
        {held}
      </>
    );
  return (
    <>
      <ReadinessPill grade={spec.readiness} label={spec.readinessLabel} />
      <Menu
        label={`Effort: ${effortLabel ?? "No effort"}`}
        acts={effortActs(effort, (to) => edit({ effort: to }))}
        className={pillButton}
        act="effort"
      >
        <Pill>
          {effortLabel ? `Effort: ${effortLabel}` : "No effort"} <span aria-hidden="true">▾</span>
        </Pill>
      </Menu>
      <Menu
        label={`Status: ${wordOf(status)}`}
        acts={statusActs(status, (to) => edit({ status: to }))}
        className={pillButton}
        act="status"
      >
        <Pill>
          {wordOf(status)} <span aria-hidden="true">▾</span>
        </Pill>
      </Menu>
      {held}
    </>
  );
}
