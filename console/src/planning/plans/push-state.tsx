import { getPushStatus, type Reply } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/read.ts";

/** One tracker's state of a plan and its sub-plans. */
export type PushStatus = Reply<typeof getPushStatus>["pushStatus"][number];

/** Summarizes a tracker's state. */
function pushWords({ externalKey, pushedCount, changedCount, goneCount, neverPushed }: PushStatus): string {
  if (neverPushed) return "not pushed";
  const parts = [
    externalKey ?? `${pushedCount} pushed`,
    changedCount > 0 ? `${changedCount} changed` : "",
    goneCount > 0 ? `${goneCount} gone` : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** No link, because the row around it is one. */
export function PushState({ params }: { params: { projectSlug: string; planShortId: string } }) {
  const { data } = useQuery(read(getPushStatus, { params }));
  return data?.pushStatus.map((state) => (
    <span key={state.provider} className="font-mono text-small text-accent">
      {pushWords(state)}
    </span>
  ));
}
