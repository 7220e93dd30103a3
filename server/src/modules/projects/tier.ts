import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { readableProject, requireMember, requireOwner } from "./access.ts";

/** The place of a text that a project may have of its own: a project, or the company, which has no project. */
export interface Tier {
  workspaceId: string;
  projectId: string | null;
}

/** Returns the tier that a path names. Every member reads both, a deleted project is 404. */
export async function readableTier(
  db: Db,
  actor: Actor,
  { projectSlug }: { projectSlug?: string },
): Promise<Tier> {
  const { workspaceId } = actor;
  if (projectSlug === undefined) return { workspaceId, projectId: null };
  return { workspaceId, projectId: (await readableProject(db, actor, projectSlug)).id };
}

/** Returns the name of a tier, by its project. */
export const tierName = (projectId: string | null): "company" | "project" =>
  projectId === null ? "company" : "project";

/** Throws 403 unless the actor may change a tier's texts: owners do the company's, members a project's. */
export function requireTier(actor: Actor, { projectId }: Tier, what: string): void {
  if (projectId === null) requireOwner(actor, `change the company's ${what}`);
  else requireMember(actor);
}

/** Returns the condition of rows of the tier and, where that is a project, of the company that it falls back to. */
export const ofTierOrCompany = ({ projectId }: Tier): RawBuilder<SqlBool> =>
  sql<SqlBool>`coalesce(project_id, '') in ('', ${projectId ?? ""})`;
