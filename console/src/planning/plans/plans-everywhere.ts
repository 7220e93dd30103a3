import type { Plan } from "@groundplan/contract";
import { allProjects, plansOf } from "@groundplan/contract/first-reads";
import { useQueries, useQuery } from "@tanstack/react-query";
import { readAll } from "../../api/read.ts";

export interface PlanOfProject {
  projectSlug: string;
  plan: Plan;
}

/** The most projects whose plans are read. */
const mostProjects = 20;

/** Returns the plans of all projects; reads none unless wanted. */
export function usePlansEverywhere(isWanted = true): PlanOfProject[] {
  const { data: projects = [] } = useQuery({ ...readAll(...allProjects), enabled: isWanted });
  const slugs = projects.slice(0, mostProjects).map(({ slug, id }) => slug ?? id);
  const plans = useQueries({
    queries: slugs.map((projectSlug) => ({
      ...readAll(...plansOf(projectSlug)),
      enabled: isWanted,
    })),
  });
  return plans.flatMap(({ data = [] }, index) =>
    data.map((plan) => ({ projectSlug: slugs[index] ?? "", plan })),
  );
}
