import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { readableProject, requireMember, requireOwner } from "./access.ts";

/** The level of a text: the company (no project) or a project. */
export interface Level {
  workspaceId: string;
  projectId: string | null;
}

/** Returns the path's level, readable by all members; deleted projects are 404. */
export async function readableLevel(
  db: Db,
  actor: Actor,
  { projectSlug }: { projectSlug?: string },
): Promise<Level> {
  const { workspaceId } = actor;
  if (projectSlug === undefined) return { workspaceId, projectId: null };
  return { workspaceId, projectId: (await readableProject(db, actor, projectSlug)).id };
}

export const levelName = (projectId: string | null): "company" | "project" =>
  projectId === null ? "company" : "project";

/** Throws 403 unless the actor may change the level's texts: owners the company's, members a project's. */
export function requireLevelEdit(actor: Actor, { projectId }: Level, what: string): void {
  if (projectId === null) requireOwner(actor, `change the company's ${what}`);
  else requireMember(actor);
}

/** Returns a condition for rows of the level and, for a project, the company. */
export const ofLevelOrCompany = ({ projectId }: Level): RawBuilder<SqlBool> =>
  sql<SqlBool>`coalesce(project_id, '') in ('', ${projectId ?? ""})`;
