import type { Plan } from "@groundplan/contract";
import { counted } from "../../components/counted.ts";
import { Handle } from "../../components/handle.tsx";
import { Row } from "../../components/lists/row.tsx";
import { PlanStatusPill } from "../../components/status.tsx";
import { PushState } from "./push-state.tsx";

/** The deepest indentation. */
const deepest = 4;

/** `depth` is the level in the tree. */
export function PlanRow({ projectSlug, plan, depth }: { projectSlug: string; plan: Plan; depth: number }) {
  const { shortId, name, status, statusLabel, specCount, visibility } = plan;
  return (
    <Row
      to="/projects/$projectSlug/plans/$planShortId"
      params={{ projectSlug, planShortId: shortId }}
      className="flex-wrap column:flex-nowrap"
    >
      <span className="flex min-w-0 basis-full items-center gap-2.5 column:flex-1 column:basis-0">
        <span
          aria-hidden="true"
          className="border-r border-line"
          style={{ width: `${Math.min(depth, deepest) * 1.25}rem`, display: depth === 0 ? "none" : "block" }}
        />
        <span className="w-16 flex-none">
          <Handle>{shortId}</Handle>
        </span>
        <span className="min-w-0 column:truncate">{name}</span>
        {visibility === "PRIVATE" && <span className="text-note text-ink-3">private</span>}
      </span>
      <span className="flex flex-none items-center gap-2.5 max-column:basis-full">
        {plan.parentPlanId === null && status !== "PLANNING" && (
          <PushState params={{ projectSlug, planShortId: shortId }} />
        )}
        <span className="text-note text-ink-3">{counted(specCount, "spec")}</span>
        <PlanStatusPill status={status} statusLabel={statusLabel} />
      </span>
    </Row>
  );
}
