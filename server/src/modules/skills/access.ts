import type { SkillTier } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { readableTier, requireTier, type Tier, tierName } from "../projects/tier.ts";
import { builtIn } from "./built-in.ts";
import { findRow, type SkillRow } from "./store.ts";

/** A skill that applies in a tier. */
export interface Effective extends Pick<SkillRow, "slug" | "description" | "markdown" | "extends" | "bytes"> {
  /** The subject of its revisions. */
  id: string;
  /** This names the tier that it comes from. */
  tier: SkillTier;
  revision: number;
}

/** The path of a skill; without a project it is the company's. */
export interface Path {
  projectSlug?: string;
  slug: string;
}

/** Returns true where the actor may change a skill of this tier, with this credential. */
export function isEditable(actor: Actor, tier: SkillTier): boolean {
  if (tier === "built-in" || actor.scope === "read") return false;
  return tier === "company" ? actor.role === "OWNER" : actor.role !== "VIEWER";
}

/** Returns the skill of a slug that applies in a tier: the project's, else the company's, else the built-in one. */
export async function effectiveSkill(db: Db, tier: Tier, slug: string): Promise<Effective | undefined> {
  const own = await findRow(db, tier, slug);
  if (own && own.deleted_at === null) return { ...own, tier: tierName(tier.projectId) };
  return inheritedSkill(db, tier, slug);
}

/** Returns the skill that applies where the tier itself has none of this slug. */
export async function inheritedSkill(db: Db, tier: Tier, slug: string): Promise<Effective | undefined> {
  if (tier.projectId !== null) return effectiveSkill(db, { ...tier, projectId: null }, slug);
  const found = builtIn(slug);
  return found && { ...found, id: `built-in/${slug}`, tier: "built-in" };
}

/** Returns the skill of the path. Every member of a workspace reads the skills of all its projects. */
export async function readableSkill(db: Db, actor: Actor, path: Path): Promise<Effective> {
  const found = await effectiveSkill(db, await readableTier(db, actor, path), path.slug);
  if (!found) throw notFound("skill");
  return found;
}

/** Returns the skill of the path for a change if it is kept in the path's own tier; an inherited one does not exist there. */
export async function ownSkill(db: Db, actor: Actor, path: Path): Promise<SkillRow> {
  const tier = await readableTier(db, actor, path);
  const row = await findRow(db, tier, path.slug);
  if (!row || row.deleted_at !== null) throw notFound("skill");
  requireTier(actor, tier, "skills");
  return row;
}
