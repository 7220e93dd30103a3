import type { Actor } from "../../actor.ts";
import { appendEvents, type NewEvent } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import { recordRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Tier } from "../projects/tier.ts";
import { effectiveSkill } from "./access.ts";
import { findRow, insertRow, type SkillRow, updateRow } from "./store.ts";
import type { SkillText } from "./text/skill-text.ts";

/** This is what a write made of a skill. */
export interface Saved {
  skill: SkillRow;
  /** This is true where the tier had no such skill. */
  created: boolean;
}

/**
 * Saves the text of a skill in a tier, with its revision and its event; the same text changes nothing. A skill that
 * overrides another one goes on from its revision, so that one address never shows a revision twice.
 */
export async function saveSkill(
  tx: Tx,
  actor: Actor,
  tier: Tier,
  markdown: string,
  text: SkillText,
): Promise<Saved> {
  const slug = text.name;
  const own = await findRow(tx, tier, slug);
  const created = !own || own.deleted_at !== null;
  if (!created && own.markdown === markdown) return { skill: own, created: false };
  const before = await effectiveSkill(tx, tier, slug);
  const at = now();
  const columns = {
    description: text.description,
    markdown,
    extends: text.extends,
    bytes: text.bytes,
    revision: Math.max(own?.revision ?? 0, before?.revision ?? 0) + 1,
    updated_at: at,
    deleted_at: null,
  };
  const ids = { workspace_id: tier.workspaceId, project_id: tier.projectId, slug };
  const row: SkillRow = own ? { ...own, ...columns } : { ...ids, id: newId(), created_at: at, ...columns };
  if (own) await updateRow(tx, own, columns);
  else await insertRow(tx, row);
  await recordRevision(tx, actor, row.id, row.revision, { title: slug, text: markdown });
  await appendEvents(tx, actor, [aboutSkill(created ? "skill.created" : "skill.updated", row)]);
  return { skill: row, created };
}

export const aboutSkill = (
  type: "skill.created" | "skill.updated" | "skill.deleted",
  { id, project_id: projectId, slug }: SkillRow,
): NewEvent => ({ type, subjectId: id, projectId, data: { slug } });
