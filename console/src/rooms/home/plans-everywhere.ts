import { listPlans, listProjects, type Plan } from "@groundplan/contract";
import { useQueries, useQuery } from "@tanstack/react-query";
import { readAll } from "../../api/read.ts";

/** A plan with the project that it is in. */
export interface PlanOfProject {
  projectSlug: string;
  plan: Plan;
}

/** The plans of so many projects are looked at. */
const mostProjects = 20;

/** Returns the plans of the workspace that the person can read; none are read unless that is wanted. */
export function usePlansEverywhere(isWanted = true): PlanOfProject[] {
  const { data: projects = [] } = useQuery({ ...readAll(listProjects, {}, "projects"), enabled: isWanted });
  const slugs = projects.slice(0, mostProjects).map(({ slug, id }) => slug ?? id);
  const plans = useQueries({
    queries: slugs.map((projectSlug) => ({
      ...readAll(listPlans, { params: { projectSlug } }, "plans"),
      enabled: isWanted,
    })),
  });
  return plans.flatMap(({ data = [] }, index) =>
    data.map((plan) => ({ projectSlug: slugs[index] ?? "", plan })),
  );
}
