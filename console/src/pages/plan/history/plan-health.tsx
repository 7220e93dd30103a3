import { getProgress, getPushStatus } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/read.ts";
import { counted } from "../../../components/counted.ts";
import type { PlanParams } from "../../../planning/params.ts";

/** One line of what stands in a plan's way; its sub-plans are included. */
export function PlanHealth({ params }: { params: PlanParams }) {
  const { data } = useQuery(read(getProgress, { params }));
  const { data: push } = useQuery(read(getPushStatus, { params }));
  if (!data) return null;
  const { belowReady, blocked, overdue } = data.progress.health;
  const conflicts = push?.pushStatus[0]?.waitingCount ?? 0;
  const parts = [
    ...(overdue > 0 ? [`${overdue} overdue`] : []),
    ...(conflicts > 0 ? [counted(conflicts, "conflict")] : []),
    ...(blocked > 0 ? [`${blocked} blocked`] : []),
    ...(belowReady > 0 ? [`${belowReady} below Ready`] : []),
  ];
  const tone = overdue + conflicts > 0 ? "text-bad" : parts.length > 0 ? "text-warn" : "text-good";
  return (
    <p className="text-note">
      <span className="text-ink-2">Health: </span>
      <span className={tone}>{parts.length > 0 ? parts.join(", ") : "nothing stands in the way"}</span>
    </p>
  );
}
