import type { Selectable } from "kysely";
import { forbidden, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import type { Actor } from "../identity/actor.ts";
import { findProject } from "./store.ts";

export type ProjectRow = Selectable<Tables["projects"]>;

/** Every member of a workspace reads its projects; a deleted one does not exist. */
export async function readableProject(db: Db, actor: Actor, projectSlug: string): Promise<ProjectRow> {
  const project = await findProject(db, actor.workspaceId, projectSlug);
  if (!project) throw notFound("project");
  return project;
}

/** What belongs to a project members edit (decisions section 2, roles). */
export async function editableProject(db: Db, actor: Actor, projectSlug: string): Promise<ProjectRow> {
  const project = await readableProject(db, actor, projectSlug);
  requireMember(actor);
  return project;
}

/** Deleting a project belongs to the workspace: only owners do it. */
export async function ownedProject(db: Db, actor: Actor, projectSlug: string): Promise<ProjectRow> {
  const project = await readableProject(db, actor, projectSlug);
  requireOwner(actor, "delete a project");
  return project;
}

/** Viewers write nothing but what is their own. */
export function requireMember(actor: Actor): void {
  if (actor.role === "VIEWER")
    throw forbidden("Viewers can't change this. Ask an owner for the MEMBER role.");
}

/** What belongs to the workspace only its owners change. */
export function requireOwner(actor: Actor, what: string): void {
  if (actor.role !== "OWNER") throw forbidden(`Only an owner of the workspace can ${what}. Ask one of them.`);
}
