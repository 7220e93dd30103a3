import type { SourceLevel } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { type PlanRow, readablePlan, requireEditRight, requireNotArchived } from "../plans/access.ts";
import { planIdsAbove } from "../plans/nesting.ts";
import { readableProject, requireMember } from "../projects/access.ts";

/** Path parameters of a scope; none for the workspace. */
export interface ScopePath {
  projectSlug?: string;
  planShortId?: string;
}

/** A scope with its own and inherited sources. */
export interface SourceScope {
  workspaceId: string;
  scope: SourceLevel;
  /** Id of the workspace, project or plan. */
  id: string;
  projectId: string | null;
  plan: PlanRow | null;
  /** Ids of this scope and its ancestors, nearest first. */
  withAbove: readonly string[];
}

/** A scope without inheritance. */
export type OwnScope = Omit<SourceScope, "withAbove">;

/** Returns the path's scope. Readers of a plan or project read its own and inherited sources. */
export async function readableScope(db: Db, actor: Actor, path: ScopePath): Promise<SourceScope> {
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
  return scopeOfPlan(db, await readablePlan(db, actor, { projectSlug, planShortId }));
}

/** Returns the scope of a plan that the actor can read. */
export async function scopeOfPlan(db: Db, plan: PlanRow): Promise<SourceScope> {
  const { workspace_id: workspaceId } = plan;
  const above = await planIdsAbove(db, plan);
  const withAbove = [plan.id, ...above, plan.project_id, workspaceId];
  return { workspaceId, scope: "PLAN", id: plan.id, projectId: plan.project_id, plan, withAbove };
}

/**
 * Throws 403 unless the actor may change the scope's sources: members for workspace and projects, editors for
 * plans (decisions section 2, roles).
 */
export function requireRight(actor: Actor, { plan }: SourceScope): void {
  if (plan) requireEditRight(plan);
  else requireMember(actor);
}

/** Throws 409 for an archived plan. */
export function requireOpenScope({ plan }: SourceScope): void {
  if (plan) requireNotArchived(plan);
}
