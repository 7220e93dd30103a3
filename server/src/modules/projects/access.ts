import type { Actor } from "../../actor.ts";
import { forbidden, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { findHolder, findProject, findProjectOfId, type ProjectRow } from "./store.ts";

export type { ProjectRow } from "./store.ts";

/** Returns the path's project, readable by all members; deleted ones are 404. */
export async function readableProject(db: Db, actor: Actor, projectSlug: string): Promise<ProjectRow> {
  const project = await findProject(db, actor.workspaceId, projectSlug);
  if (!project) throw notFound("project");
  return project;
}

/** Returns a project by id; deleted ones are 404. */
export async function projectOfId(db: Db, actor: Actor, id: string): Promise<ProjectRow> {
  const project = await findProjectOfId(db, actor.workspaceId, id);
  if (!project) throw notFound("project");
  return project;
}

/** Returns the project for a member's change (decisions section 2, roles). */
export async function editableProject(db: Db, actor: Actor, projectSlug: string): Promise<ProjectRow> {
  const project = await readableProject(db, actor, projectSlug);
  requireMember(actor);
  return project;
}

/** Returns the project for an owner, as only owners delete projects. */
export async function ownedProject(db: Db, actor: Actor, projectSlug: string): Promise<ProjectRow> {
  const project = await readableProject(db, actor, projectSlug);
  requireOwner(actor, "delete a project");
  return project;
}

/** Returns the path's project, possibly a restorable deleted one, for an owner. */
export async function restorableProject(db: Db, actor: Actor, projectSlug: string): Promise<ProjectRow> {
  const project = await findHolder(db, actor.workspaceId, projectSlug);
  if (!project) throw notFound("project, nor a deleted one that can still be restored");
  requireOwner(actor, "restore a project");
  return project;
}

/** Throws 403 for viewers. */
export function requireMember(actor: Actor): void {
  if (actor.role === "VIEWER")
    throw forbidden("Viewers can't change this. Ask an owner for the MEMBER role.");
}

/** Throws 403 for non-owners; `what` completes the message. */
export function requireOwner(actor: Actor, what: string): void {
  if (actor.role !== "OWNER") throw forbidden(`Only an owner of the workspace can ${what}. Ask one of them.`);
}
