import { useParams } from "@tanstack/react-router";
import type { PlanParams } from "../work/spec-params.ts";

/** This says where a thing applies: the whole workspace, a project, or a plan. */
export interface Place {
  kind: "workspace" | "project" | "plan";
  /** The parameters of the API's addresses. Those that an address does not name are not sent. */
  params: PlanParams;
  /** The beginning of the addresses of its rooms; empty for the workspace. */
  path: string;
}

/** Returns the place that an address is in. */
export function placeOf({ projectSlug, planShortId }: Partial<PlanParams>): Place {
  const params = {
    ...(projectSlug === undefined ? {} : { projectSlug }),
    ...(planShortId === undefined ? {} : { planShortId }),
  } as PlanParams;
  if (projectSlug === undefined) return { kind: "workspace", params, path: "" };
  const path = `/projects/${encodeURIComponent(projectSlug)}`;
  if (planShortId === undefined) return { kind: "project", params, path };
  return { kind: "plan", params, path: `${path}/plans/${planShortId}` };
}

/** Returns the place of the room that is shown. */
export const usePlace = (): Place => placeOf(useParams({ strict: false }));

/** Returns the project of a place, as what names a text of one takes it. */
export const inProject = ({ kind, params: { projectSlug } }: Place): { projectSlug?: string } =>
  kind === "workspace" ? {} : { projectSlug };
