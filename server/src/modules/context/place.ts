import type { SourceScope } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { type PlanRow, readablePlan, requireEditRight, requireNotArchived } from "../plans/access.ts";
import { planIdsAbove } from "../plans/nesting.ts";
import { readableProject, requireMember } from "../projects/access.ts";

/** The parameters of a path that name a place: none for the workspace's own. */
export interface PlacePath {
  projectSlug?: string;
  planShortId?: string;
}

/** A place that has sources of its own, and inherits those of the places above it. */
export interface Place {
  workspaceId: string;
  scope: SourceScope;
  /** The id of the workspace, project or plan. */
  id: string;
  projectId: string | null;
  plan: PlanRow | null;
  /** The ids of this place and of all above it, nearest first. */
  withAbove: readonly string[];
}

/** A place as far as its own sources need it. */
export type OwnPlace = Omit<Place, "withAbove">;

/** Returns the place of a path. Who reads the plan or project reads its sources and those that it inherits. */
export async function readablePlace(db: Db, actor: Actor, path: PlacePath): Promise<Place> {
  const { workspaceId } = actor;
  const { projectSlug, planShortId } = path;
  if (projectSlug === undefined) {
    const withAbove = [workspaceId];
    return { workspaceId, scope: "TEAM", id: workspaceId, projectId: null, plan: null, withAbove };
  }
  if (planShortId === undefined) {
    const { id } = await readableProject(db, actor, projectSlug);
    const withAbove = [id, workspaceId];
    return { workspaceId, scope: "PROJECT", id, projectId: id, plan: null, withAbove };
  }
  const plan = await readablePlan(db, actor, { projectSlug, planShortId });
  const above = await planIdsAbove(db, plan);
  const withAbove = [plan.id, ...above, plan.project_id, workspaceId];
  return { workspaceId, scope: "PLAN", id: plan.id, projectId: plan.project_id, plan, withAbove };
}

/**
 * Throws 403 unless the actor may change the place's sources: members those of workspace and projects, who edits a plan
 * those of the plan (decisions section 2, roles).
 */
export function requireRight(actor: Actor, { plan }: Place): void {
  if (plan) requireEditRight(plan);
  else requireMember(actor);
}

/** Throws 409 for the place of an archived plan. */
export function requireOpenPlace({ plan }: Place): void {
  if (plan) requireNotArchived(plan);
}
