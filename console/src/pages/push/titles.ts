import { getGraph, listPlans } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read, readAll } from "../../api/read.ts";
import type { PlanParams } from "../../planning/params.ts";

/** A pushed resource, as answers name it. */
export interface PushedResource {
  kind: string;
  planShortId?: string | undefined;
  specShortId?: string | undefined;
}

/** Returns a lookup of titles in a plan's tree. */
export function useTitles(params: PlanParams): (named: PushedResource) => string | undefined {
  const { projectSlug } = params;
  const { data: graph } = useQuery(read(getGraph, { params }));
  const { data: plans } = useQuery(readAll(listPlans, { params: { projectSlug } }, "plans"));
  const specs = new Map(
    graph?.nodes.map(({ planShortId, specShortId, title }) => [`${planShortId} ${specShortId}`, title]),
  );
  const names = new Map(plans?.map(({ shortId, name }) => [shortId, name]));
  return ({ kind, planShortId = "", specShortId }) => {
    if (kind === "plan") return names.get(planShortId);
    return specShortId === undefined ? undefined : specs.get(`${planShortId} ${specShortId}`);
  };
}
