import type { ImportedSkill, Skill, SkillTier, SkillWithText } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { levelName } from "../projects/level.ts";
import { type Effective, isEditable } from "./access.ts";
import type { FolderFile } from "./folder-files.ts";
import type { ListedRow } from "./store.ts";
import { splitFrontMatter } from "./text/front-matter.ts";
import { maxBytes } from "./text/skill-text.ts";

type Shown = Pick<ListedRow, "slug" | "description" | "extends" | "bytes" | "revision">;

/** Returns a skill's form in lists. */
export function presentSkill(actor: Actor, level: SkillTier, skill: Shown): Skill {
  const { slug, description, bytes, revision } = skill;
  return {
    slug,
    name: slug,
    description,
    scope: level,
    path: `skills/${slug}/SKILL.md`,
    editable: isEditable(actor, level),
    bytes,
    maxBytes,
    ...(skill.extends === null ? {} : { extends: skill.extends }),
    revision,
  };
}

/** Returns a skill with its text and file names. */
export function presentWithText(
  actor: Actor,
  skill: Effective & { files: readonly FolderFile[] },
): SkillWithText {
  const { markdown } = skill;
  const body = splitFrontMatter(markdown)?.body ?? "";
  const files = skill.files.map(({ path, bytes, executable }) => ({ path, bytes, executable }));
  return { ...presentSkill(actor, skill.tier, skill), body, markdown, files };
}

export type Outcome = Pick<ImportedSkill, "result" | "skipped" | "replaced" | "keptBothAs">;

/** An imported skill and its outcome. */
export interface Imported {
  skill: Omit<ListedRow, "workspace_id" | "created_at" | "updated_at">;
  outcome: Outcome;
}

export const presentImported = (actor: Actor, { skill, outcome }: Imported): ImportedSkill => ({
  ...presentSkill(actor, levelName(skill.project_id), skill),
  ...outcome,
});
