import { listPlans } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readAll } from "../../api/read.ts";
import { Handle } from "../../components/handle.tsx";
import { wordOf } from "../../components/status.tsx";
import type { PlanParams } from "../../planning/params.ts";
import type { PushedResource } from "./titles.ts";

interface Properties {
  /** The pushed plan. */
  params: PlanParams;
  item: PushedResource;
  title: string | undefined;
}

/** Specs of sub-plans show their plan too. */
export function ItemName({ params, item, title }: Properties) {
  const { kind, planShortId = params.planShortId, specShortId } = item;
  const { projectSlug } = params;
  const { data: plans } = useQuery(readAll(listPlans, { params: { projectSlug } }, "plans"));
  const isElsewhere = specShortId !== undefined && planShortId !== params.planShortId;
  const planName = isElsewhere ? plans?.find(({ shortId }) => shortId === planShortId)?.name : undefined;
  const isLink = kind !== "plan" && kind !== "spec";
  const handles = (
    <Handle>
      {isLink && `${wordOf(kind.toUpperCase())} `}
      {[specShortId === undefined || planShortId !== params.planShortId ? planShortId : "", specShortId]
        .filter(Boolean)
        .join(" ")}
    </Handle>
  );
  const plan = { ...params, planShortId };
  const route = "/projects/$projectSlug/plans/$planShortId" as const;
  const content = (
    <>
      {handles} <span className="text-ink">{title}</span>
      {planName !== undefined && <span className="text-ink-2"> · {planName}</span>}
    </>
  );
  if (specShortId === undefined)
    return (
      <Link to={route} params={plan} className="hover:underline">
        {content}
      </Link>
    );
  return (
    <Link to={`${route}/specs/$specShortId`} params={{ ...plan, specShortId }} className="hover:underline">
      {content}
    </Link>
  );
}
