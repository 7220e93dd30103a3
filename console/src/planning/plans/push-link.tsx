import { getPushStatus } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../api/read.ts";
import { buttonClass } from "../../components/button.tsx";
import type { PlanParams } from "../params.ts";
import { hasChanges, nextPushWords } from "./next-push-words.ts";

/** Shows the number of changes; hidden without any and on that page. */
export function PushLink({ params }: { params: PlanParams }) {
  const { data } = useQuery(read(getPushStatus, { params }));
  if (!data) return null;
  const [state] = data.pushStatus;
  const isNew = !state || state.neverPushed;
  if (!isNew && state.changedCount === 0) return null;
  return (
    <Link
      to="/projects/$projectSlug/plans/$planShortId/pushes"
      params={params}
      search={{}}
      activeOptions={{ exact: true, includeSearch: false }}
      className={`${buttonClass(isNew || hasChanges(state) ? "primary" : "quiet")} aria-[current=page]:hidden`}
    >
      {isNew ? "Push plan" : nextPushWords(state)}
    </Link>
  );
}
