import { getPushStatus } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../api/read.ts";
import { buttonClass } from "../../parts/button.tsx";
import type { PlanParams } from "../work/spec-params.ts";

/** Leads to the next push of a plan, and says how many changes wait for it; nothing where none do, and in that room. */
export function PushLink({ params }: { params: PlanParams }) {
  const { data } = useQuery(read(getPushStatus, { params }));
  if (!data) return null;
  const [state] = data.pushStatus;
  if (state && !state.neverPushed && state.changedCount === 0) return null;
  return (
    <Link
      to="/projects/$projectSlug/plans/$planShortId/pushes"
      params={params}
      search={{}}
      activeOptions={{ exact: true, includeSearch: false }}
      className={`${buttonClass("primary")} aria-[current=page]:hidden`}
    >
      {!state || state.neverPushed ? "Push plan" : countOf(state.changedCount)}
    </Link>
  );
}

const countOf = (changes: number) => (changes === 1 ? "Push 1 change" : `Push ${changes} changes`);
