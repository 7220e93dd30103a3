import type { SkillTier } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Level, levelName, readableLevel, requireLevelEdit } from "../projects/level.ts";
import { builtIn } from "./built-in.ts";
import { findRow, type SkillRow } from "./store.ts";

/** A skill effective at a level. */
export interface Effective extends Pick<SkillRow, "slug" | "description" | "markdown" | "extends" | "bytes"> {
  /** Subject of its revisions. */
  id: string;
  /** The level that it comes from. */
  tier: SkillTier;
  revision: number;
}

/** Path parameters; without a project, the company's. */
export interface Path {
  projectSlug?: string;
  slug: string;
}

/** Tests whether the actor and credential may change skills of this level. */
export function isEditable(actor: Actor, level: SkillTier): boolean {
  if (level === "built-in" || actor.scope === "read") return false;
  return level === "company" ? actor.role === "OWNER" : actor.role !== "VIEWER";
}

/** Returns the effective skill: the project's, otherwise the company's, otherwise the built-in one. */
export async function effectiveSkill(db: Db, level: Level, slug: string): Promise<Effective | undefined> {
  const own = await findRow(db, level, slug);
  if (own && own.deleted_at === null) return { ...own, tier: levelName(level.projectId) };
  return inheritedSkill(db, level, slug);
}

/** Returns the skill effective above the level. */
export async function inheritedSkill(db: Db, level: Level, slug: string): Promise<Effective | undefined> {
  if (level.projectId !== null) return effectiveSkill(db, { ...level, projectId: null }, slug);
  const found = builtIn(slug);
  return found && { ...found, id: `built-in/${slug}`, tier: "built-in" };
}

/** Returns the path's skill. Members read the skills of all projects. */
export async function readableSkill(db: Db, actor: Actor, path: Path): Promise<Effective> {
  const found = await effectiveSkill(db, await readableLevel(db, actor, path), path.slug);
  if (!found) throw notFound("skill");
  return found;
}

/** Returns the path's skill for a change, if the level owns it; inherited ones are 404. */
export async function ownSkill(db: Db, actor: Actor, path: Path): Promise<SkillRow> {
  const level = await readableLevel(db, actor, path);
  const row = await findRow(db, level, path.slug);
  if (!row || row.deleted_at !== null) throw notFound("skill");
  requireLevelEdit(actor, level, "skills");
  return row;
}
