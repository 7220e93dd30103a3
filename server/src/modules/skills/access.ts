import type { SkillTier } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { readableProject, requireMember, requireOwner } from "../projects/access.ts";
import { builtIn } from "./built-in.ts";
import { findRow, type Place, type SkillRow } from "./store.ts";

/** A skill that applies in a place, and the tier that it comes from. */
export interface Effective extends Pick<SkillRow, "slug" | "description" | "markdown" | "extends" | "bytes"> {
  /** The subject of its revisions. */
  id: string;
  tier: SkillTier;
  revision: number;
}

/** The path of a skill, or of the place alone; without a project it is the company's. */
interface Path {
  projectSlug?: string;
  slug?: string;
}

/** Returns the place of the path. Every member of a workspace reads the skills of all its projects. */
export async function readablePlace(db: Db, actor: Actor, { projectSlug }: Path): Promise<Place> {
  const { workspaceId } = actor;
  if (projectSlug === undefined) return { workspaceId, projectId: null };
  return { workspaceId, projectId: (await readableProject(db, actor, projectSlug)).id };
}

/** Throws 403 unless the actor may write here: a project's skills members, the company's owners (decisions section 2). */
export function requireEditable(actor: Actor, place: Place): void {
  if (place.projectId === null) requireOwner(actor, "change the skills of the workspace");
  else requireMember(actor);
}

/** Returns true where the actor may change a skill of this tier, with this credential. */
export function isEditable(actor: Actor, tier: SkillTier): boolean {
  if (tier === "built-in" || actor.scope === "read") return false;
  return tier === "company" ? actor.role === "OWNER" : actor.role !== "VIEWER";
}

/** Returns the skill of a slug that applies in a place: the project's, else the company's, else the built-in one. */
export async function effectiveSkill(db: Db, place: Place, slug: string): Promise<Effective | undefined> {
  const own = await findRow(db, place, slug);
  if (own && own.deleted_at === null)
    return { ...own, tier: place.projectId === null ? "company" : "project" };
  return inheritedSkill(db, place, slug);
}

/** Returns the skill that applies where the place itself has none of this slug. */
export async function inheritedSkill(db: Db, place: Place, slug: string): Promise<Effective | undefined> {
  if (place.projectId !== null) return effectiveSkill(db, { ...place, projectId: null }, slug);
  const found = builtIn(slug);
  return found && { ...found, id: `built-in/${slug}`, tier: "built-in" };
}

/** Returns the skill of the path. */
export async function readableSkill(db: Db, actor: Actor, path: Path & { slug: string }): Promise<Effective> {
  const found = await effectiveSkill(db, await readablePlace(db, actor, path), path.slug);
  if (!found) throw notFound("skill");
  return found;
}

/** Returns the skill of the path if it is kept in the path's own place; an inherited one does not exist there. */
export async function ownSkill(db: Db, actor: Actor, path: Path & { slug: string }): Promise<SkillRow> {
  const place = await readablePlace(db, actor, path);
  const row = await findRow(db, place, path.slug);
  if (!row || row.deleted_at !== null) throw notFound("skill");
  requireEditable(actor, place);
  return row;
}
