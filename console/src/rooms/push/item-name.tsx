import { Link } from "@tanstack/react-router";
import { Handle } from "../../parts/handle.tsx";
import { wordOf } from "../../parts/status.tsx";
import type { PlanParams } from "../work/spec-params.ts";
import type { Named } from "./titles.ts";

interface Properties {
  /** The plan that is pushed. */
  params: PlanParams;
  item: Named;
  title: string | undefined;
}

/** Names what a push is about: its handle and title, which lead there. Specs of sub-plans say which plan they are of. */
export function ItemName({ params, item, title }: Properties) {
  const { kind, planShortId = params.planShortId, specShortId } = item;
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
  const at = "/projects/$projectSlug/plans/$planShortId" as const;
  const content = (
    <>
      {handles} <span className="text-ink">{title}</span>
    </>
  );
  if (specShortId === undefined)
    return (
      <Link to={at} params={plan} className="hover:underline">
        {content}
      </Link>
    );
  return (
    <Link to={`${at}/specs/$specShortId`} params={{ ...plan, specShortId }} className="hover:underline">
      {content}
    </Link>
  );
}
