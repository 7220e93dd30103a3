import { useParams } from "@tanstack/react-router";
import type { PlanParams } from "../params.ts";

/** A scope: the workspace, a project, or a plan. */
export interface Scope {
  kind: "workspace" | "project" | "plan";
  /** The API's path parameters, without unused ones. */
  params: PlanParams;
  /** The path prefix of its pages; empty for the workspace. */
  path: string;
}

export function scopeOf({ projectSlug, planShortId }: Partial<PlanParams>): Scope {
  const params = {
    ...(projectSlug === undefined ? {} : { projectSlug }),
    ...(planShortId === undefined ? {} : { planShortId }),
  } as PlanParams;
  if (projectSlug === undefined) return { kind: "workspace", params, path: "" };
  const path = `/projects/${encodeURIComponent(projectSlug)}`;
  if (planShortId === undefined) return { kind: "project", params, path };
  return { kind: "plan", params, path: `${path}/plans/${planShortId}` };
}

export const useScope = (): Scope => scopeOf(useParams({ strict: false }));

/** Returns the project of a document target. */
export const inProject = ({ kind, params: { projectSlug } }: Scope): { projectSlug?: string } =>
  kind === "workspace" ? {} : { projectSlug };
