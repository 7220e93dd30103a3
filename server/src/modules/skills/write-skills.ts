import { deleteProjectSkill, deleteSkill, type Input, putProjectSkill, putSkill } from "@groundplan/contract";
import { sql } from "kysely";
import type { Actor } from "../../actor.ts";
import { created, write } from "../../dispatch/handlers.ts";
import { ApiError, invalid } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { forgetDocuments } from "../../full-text/index-document.ts";
import { now } from "../../ids.ts";
import { mergeOnto, requireRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { type Effective, effectiveSkill, ownSkill, readablePlace, requireEditable } from "./access.ts";
import { requireBase } from "./build-on.ts";
import { presentWithText } from "./present.ts";
import { aboutSkill, type Saved, saveSkill } from "./save-skill.ts";
import { updateRow } from "./store.ts";
import { readSkillText, type SkillText } from "./text/skill-text.ts";

const completion = {
  complete: ({ skill }: Saved, { actor }: { actor: Actor }) => ({
    skill: presentWithText(actor, { ...skill, tier: skill.project_id === null ? "company" : "project" }),
  }),
};

export const skillPut = write<typeof putSkill, Saved>(putSkill, writeSkill, completion);
export const projectSkillPut = write<typeof putProjectSkill, Saved>(putProjectSkill, writeSkill, completion);
export const skillDelete = write(deleteSkill, removeSkill);
export const projectSkillDelete = write(deleteProjectSkill, removeSkill);

type Put = Input<typeof putSkill> | Input<typeof putProjectSkill>;

async function writeSkill(tx: Tx, actor: Actor, { params, body, ifMatch }: Put): Promise<Saved> {
  const given = readNamed(params.slug, body.markdown);
  const place = await readablePlace(tx, actor, params);
  requireEditable(actor, place);
  const current = await effectiveSkill(tx, place, params.slug);
  if (ifMatch !== undefined && !current) throw nothingToMatch();
  if (current) requireRevision(current.revision, ifMatch);
  const markdown = current ? await merged(tx, actor, current, body) : body.markdown;
  const text = markdown === body.markdown ? given : readMerged(markdown, current);
  await requireBase(tx, place, params.slug, text.extends);
  const saved = await saveSkill(tx, actor, place, markdown, text);
  return saved.created ? created(saved) : saved;
}

/** Reads a text for a slug (400), which its front matter has to name. */
function readNamed(slug: string, markdown: string): SkillText {
  const read = readSkillText(markdown);
  if ("problem" in read) throw invalid("/markdown", `is no skill. ${read.problem}`);
  if (read.skill.name !== slug)
    throw invalid("/markdown", `has the \`name\` ${read.skill.name}, and its address the slug ${slug}`);
  return read.skill;
}

async function merged(tx: Tx, actor: Actor, current: Effective, body: Put["body"]): Promise<string> {
  const before = { title: current.slug, text: current.markdown };
  const change = { text: body.markdown };
  return (await mergeOnto(tx, actor.workspaceId, current, before, change, body.baseRevision)).text;
}

/** Reads what a merge made of two texts that were right, each by itself. */
function readMerged(markdown: string, current: Effective | undefined): SkillText {
  const read = readSkillText(markdown);
  if ("skill" in read && read.skill.name === current?.slug) return read.skill;
  throw new ApiError(
    "revision_conflict",
    "Someone changed the same text. Read it again and repeat your change on it.",
    { revision: current?.revision },
  );
}

const nothingToMatch = () =>
  new ApiError(
    "precondition_failed",
    "There is no such skill, so that If-Match names none of its revisions.",
  );

type Delete = Input<typeof deleteSkill> | Input<typeof deleteProjectSkill>;

async function removeSkill(tx: Tx, actor: Actor, { params, ifMatch }: Delete) {
  const row = await ownSkill(tx, actor, params);
  requireRevision(row.revision, ifMatch);
  const at = now();
  const emptied = { markdown: "", description: "", extends: null, bytes: 0 };
  await updateRow(tx, row, { ...emptied, updated_at: at, deleted_at: at });
  await forgetDocuments(tx, row.workspace_id, "skill", sql`(select ${row.id})`);
  await appendEvents(tx, actor, [aboutSkill("skill.deleted", row)]);
  return { deleted: true as const };
}
