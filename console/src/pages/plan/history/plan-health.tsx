import { getProgress, getPushStatus, listPlans } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { read, readAll } from "../../../api/read.ts";
import { counted } from "../../../components/counted.ts";
import type { PlanParams } from "../../../planning/params.ts";
import { rowsBelow } from "../../../planning/tree.ts";

const at = "/projects/$projectSlug/plans/$planShortId" as const;
const link = "underline underline-offset-2 hover:text-ink";

/** Plans that a list of specs can be filtered by at once. */
const mostPlans = 20;

/** One line of what stands in a plan's way, each part a link to it; its sub-plans are included. */
export function PlanHealth({ params, planId }: { params: PlanParams; planId: string }) {
  const { projectSlug, planShortId } = params;
  const { data } = useQuery(read(getProgress, { params }));
  const { data: push } = useQuery(read(getPushStatus, { params }));
  const { data: plans = [] } = useQuery(readAll(listPlans, { params: { projectSlug } }, "plans"));
  if (!data) return null;
  const { belowReady, blocked, overdue } = data.progress.health;
  const conflicts = push?.pushStatus[0]?.waitingCount ?? 0;
  const handles = [planShortId, ...rowsBelow(plans, planId).map(({ item }) => item.shortId)];
  const specs = (filter: Record<string, string>, words: string): ReactNode => {
    if (handles.length > mostPlans) return words;
    const search = handles.length === 1 ? filter : Object.assign({ plan: handles.join(",") }, filter);
    return (
      <Link
        to={handles.length === 1 ? at : "/specs"}
        params={params}
        search={search as never}
        className={link}
      >
        {words}
      </Link>
    );
  };
  const parts: ReactNode[] = [
    overdue > 0 && specs({ due: "overdue" }, `${overdue} overdue`),
    conflicts > 0 && (
      <Link to={`${at}/pushes`} params={params} search={{}} className={link}>
        {counted(conflicts, "conflict")}
      </Link>
    ),
    blocked > 0 && (
      <Link to={`${at}/graph`} params={params} search={{}} className={link}>
        {blocked} blocked
      </Link>
    ),
    belowReady > 0 && specs({ status: "TODO,IN_PROGRESS", readiness: "1,2,3" }, `${belowReady} below Ready`),
  ].filter((part) => part !== false);
  const tone = overdue + conflicts > 0 ? "text-bad" : parts.length > 0 ? "text-warn" : "text-good";
  return (
    <p className="text-note">
      <span className="text-ink-2">Health: </span>
      <span className={tone}>
        {parts.length === 0
          ? "nothing stands in the way"
          : parts.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no state.
              <Fragment key={index}>
                {index > 0 && ", "}
                {part}
              </Fragment>
            ))}
      </span>
    </p>
  );
}
