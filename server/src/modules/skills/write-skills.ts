import { deleteProjectSkill, deleteSkill, type Input, putProjectSkill, putSkill } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { levelIdOf, skillDocument } from "../../anchors/document-id.ts";
import { forgetThreadsOf } from "../../anchors/threads.ts";
import { created, write } from "../../dispatch/handlers.ts";
import { ApiError, invalid } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { forgetDocument } from "../../full-text/index-document.ts";
import { now } from "../../ids.ts";
import { findRevision, mergeOnto, requireRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { levelName, readableLevel, requireLevelEdit } from "../projects/level.ts";
import { type Effective, effectiveSkill, ownSkill, type Path } from "./access.ts";
import { requireBase } from "./build-on.ts";
import { builtIn } from "./built-in.ts";
import { type FolderFile, filesOf, forgetFiles } from "./folder-files.ts";
import { presentWithText } from "./present.ts";
import { aboutSkill, moveSkillAnchors, type Saved, saveSkill } from "./save-skill.ts";
import { rowsShown, type SkillRow, updateRow } from "./store.ts";
import { maxBytes, readSkillText, type SkillText } from "./text/skill-text.ts";

type Written = Saved & { files: readonly FolderFile[] };

const completion = {
  complete: ({ skill, files }: Written, { actor }: { actor: Actor }) => ({
    skill: presentWithText(actor, { ...skill, files, tier: levelName(skill.project_id) }),
  }),
};

export const skillPut = write<typeof putSkill, Written>(putSkill, writeSkill, completion);
export const projectSkillPut = write<typeof putProjectSkill, Written>(
  putProjectSkill,
  writeSkill,
  completion,
);
export const skillDelete = write(deleteSkill, removeSkill);
export const projectSkillDelete = write(deleteProjectSkill, removeSkill);

type Put = { params: Path } & Pick<Input<typeof putSkill>, "body" | "ifMatch">;

async function writeSkill(tx: Tx, actor: Actor, { params, body, ifMatch }: Put): Promise<Written> {
  const given = readNamed(params.slug, body.markdown);
  const level = await readableLevel(tx, actor, params);
  requireLevelEdit(actor, level, "skills");
  const current = await effectiveSkill(tx, level, params.slug);
  if (ifMatch !== undefined && !current) throw nothingToMatch();
  if (current) requireRevision(current.revision, ifMatch);
  const rows = body.baseRevision === undefined ? [] : await rowsShown(tx, level, params.slug);
  const before = current ?? rows[0] ?? nothing(params.slug);
  const markdown = await merged(tx, actor, before, rows, body);
  const text = markdown === body.markdown ? given : readNamed(params.slug, markdown);
  await requireBase(tx, level, params.slug, text.extends);
  const saved = await saveSkill(tx, actor, level, { markdown, text });
  const written = { ...saved, files: (await filesOf(tx, saved.skill)) ?? [] };
  return saved.created ? created(written) : written;
}

/** Reads a text, whose front matter must name the slug (400). */
function readNamed(slug: string, markdown: string): SkillText {
  const read = readSkillText(markdown);
  if ("problem" in read) throw invalid("/markdown", `is no skill. ${read.problem}`);
  if (read.skill.name !== slug)
    throw invalid("/markdown", `has the \`name\` ${read.skill.name}, and its address the slug ${slug}`);
  return read.skill;
}

/**
 * Merges a text with the effective one, or with a deleted skill's empty text. The base may be any text that
 * its address has shown.
 */
async function merged(
  tx: Tx,
  actor: Actor,
  { id, slug, markdown, revision }: Pick<Effective, "id" | "slug" | "markdown" | "revision">,
  rows: readonly SkillRow[],
  body: Put["body"],
): Promise<string> {
  const before = { title: slug, text: markdown };
  const change = { text: body.markdown };
  const problemOf = (text: string) => (isSkillOf(slug, text) ? null : "are no skill of this name");
  const elsewhere = async (wanted: number) => {
    for (const row of rows) {
      const found = await findRevision(tx, actor.workspaceId, row.id, wanted);
      if (found) return found;
    }
    const inherited = builtIn(slug);
    return inherited?.revision === wanted ? { title: slug, text: inherited.markdown } : undefined;
  };
  const subject = { id, revision, elsewhere };
  const { workspaceId } = actor;
  const write = {
    subject,
    current: before,
    change,
    baseRevision: body.baseRevision,
    most: maxBytes,
    problemOf,
  };
  return (await mergeOnto(tx, workspaceId, write)).text;
}

function isSkillOf(slug: string, markdown: string): boolean {
  const read = readSkillText(markdown);
  return "skill" in read && read.skill.name === slug;
}

const nothing = (slug: string) => ({ id: "", slug, markdown: "", revision: 0 });
const nothingToMatch = () =>
  new ApiError(
    "precondition_failed",
    "There is no such skill, so that If-Match names none of its revisions.",
  );

type Delete = { params: Path } & Pick<Input<typeof deleteSkill>, "ifMatch">;

async function removeSkill(tx: Tx, actor: Actor, { params, ifMatch }: Delete) {
  const row = await ownSkill(tx, actor, params);
  requireRevision(row.revision, ifMatch);
  const timestamp = now();
  const emptied = { markdown: "", description: "", extends: null, bytes: 0 };
  await updateRow(tx, row, { ...emptied, updated_at: timestamp, deleted_at: timestamp });
  await forgetFiles(tx, row);
  await forgetDocument(tx, row.workspace_id, "skill", row.id);
  await appendEvents(tx, actor, [aboutSkill("skill.deleted", row)]);
  // The company's document continues with the built-in text, and so do its anchors.
  const inherited = row.project_id === null ? builtIn(row.slug) : undefined;
  if (inherited)
    await moveSkillAnchors(tx, actor, { ...row, revision: inherited.revision }, row.markdown, null);
  else
    await forgetThreadsOf(
      tx,
      row.workspace_id,
      skillDocument(levelIdOf(row.workspace_id, row.project_id), row.slug),
    );
  return { deleted: true as const };
}
