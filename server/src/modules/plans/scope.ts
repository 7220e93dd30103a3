import type { Actor } from "../../actor.ts";
import { inField, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { readableProject } from "../projects/access.ts";
import { type PlanRow, referencedPlan } from "./access.ts";

/** A part of the workspace: a project, a plan, or all of it. */
export interface Scope {
  projectId: string | null;
  planId: string | null;
}

/** Returns the scope that a list's query names; 404 if unreadable, or for a plan of another project. */
export async function scopeOf(
  db: Db,
  actor: Actor,
  { projectSlug, planShortId }: { projectSlug?: string | undefined; planShortId?: string | undefined },
): Promise<Scope> {
  const project = projectSlug === undefined ? null : await readableProject(db, actor, projectSlug);
  const plan = planShortId === undefined ? null : await referencedPlan(db, actor, planShortId);
  if (project && plan) requireWithin(project, plan);
  return { projectId: project?.id ?? null, planId: plan?.id ?? null };
}

/** Throws 404 for a plan of another project. */
export function requireWithin(project: { id: string }, plan: Pick<PlanRow, "project_id">): void {
  if (plan.project_id !== project.id) throw inField("/planShortId", notFound("plan in this project"));
}
