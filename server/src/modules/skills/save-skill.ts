import type { Actor } from "../../actor.ts";
import { levelIdOf, skillDocument } from "../../anchors/document-id.ts";
import { moveAnchors } from "../../anchors/move-anchors.ts";
import { appendEvents, type NewEvent } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import { recordRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Level } from "../projects/level.ts";
import { builtIn } from "./built-in.ts";
import { type FolderFile, hasFiles, putFiles } from "./folder-files.ts";
import { indexSkill } from "./index-skill.ts";
import { findRow, insertRow, lastRevision, type SkillRow, updateRow } from "./store.ts";
import type { SkillText } from "./text/skill-text.ts";

/** The result of a write. */
export interface Saved {
  skill: SkillRow;
  /** True if the level had no such skill. */
  created: boolean;
  /** False if nothing changed. */
  changed: boolean;
}

interface SkillToSave {
  markdown: string;
  text: SkillText;
  /** If absent, its folder keeps its files. */
  files?: readonly FolderFile[];
}

/**
 * Saves a skill with revision and event unless it is unchanged.
 * The revision exceeds any that an affected address has shown, so that revisions stay unambiguous.
 */
export async function saveSkill(
  tx: Tx,
  actor: Actor,
  level: Level,
  { markdown, text, files }: SkillToSave,
): Promise<Saved> {
  const slug = text.name;
  const own = await findRow(tx, level, slug);
  const created = !own || own.deleted_at !== null;
  const hasSameFiles = !files || (own !== undefined && (await hasFiles(tx, own, files)));
  if (!created && own.markdown === markdown && hasSameFiles)
    return { skill: own, created: false, changed: false };
  const last = Math.max(await lastRevision(tx, level, slug), builtIn(slug)?.revision ?? 0);
  const timestamp = now();
  const columns = {
    description: text.description,
    markdown,
    extends: text.extends,
    bytes: text.bytes,
    revision: last + 1,
    updated_at: timestamp,
    deleted_at: null,
  };
  const ids = { workspace_id: level.workspaceId, project_id: level.projectId, slug };
  const row: SkillRow = own
    ? { ...own, ...columns }
    : { ...ids, id: newId(), created_at: timestamp, ...columns };
  if (own) await updateRow(tx, own, columns);
  else await insertRow(tx, row);
  if (!hasSameFiles) await putFiles(tx, row, files);
  await indexSkill(tx, row);
  await recordRevision(tx, actor, { subjectId: row.id, revision: row.revision, title: slug, text: markdown });
  await appendEvents(tx, actor, [aboutSkill(created ? "skill.created" : "skill.updated", row)]);
  await moveSkillAnchors(tx, actor, row, created ? null : (own?.markdown ?? null), markdown);
  return { skill: row, created, changed: true };
}

/**
 * Moves the anchors in a skill's document. A null text means that the level has none: the company's document
 * then shows the built-in skill, a project's is empty.
 */
export async function moveSkillAnchors(
  tx: Tx,
  actor: Actor,
  { project_id: projectId, slug, revision }: SkillRow,
  before: string | null,
  after: string | null,
): Promise<void> {
  const withoutOwn = projectId === null ? (builtIn(slug)?.markdown ?? "") : "";
  const rewrite = { before: before ?? withoutOwn, after: after ?? withoutOwn, revision };
  await moveAnchors(tx, actor, skillDocument(levelIdOf(actor.workspaceId, projectId), slug), rewrite);
}

export const aboutSkill = (
  type: "skill.created" | "skill.updated" | "skill.deleted",
  { id, project_id: projectId, slug }: SkillRow,
): NewEvent => ({ type, subjectId: id, projectId, data: { slug } });
