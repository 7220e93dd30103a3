import {
  createProposal,
  type DocumentKind,
  putFormat,
  putSkill,
  updatePlan,
  updateSource,
  updateSpec,
} from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { ApiError } from "../../errors.ts";
import type { Tx } from "../../storage/dialect.ts";
import { changeSource } from "../context/change-source.ts";
import type { FoundDocument } from "../documents/access.ts";
import { formatPut, projectFormatPut } from "../formats/write-formats.ts";
import { planHandle, specHandle } from "../handles.ts";
import { projectProposalCreate, proposalCreate } from "../instructions/proposals.ts";
import type { PlanRow } from "../plans/access.ts";
import { planUpdate } from "../plans/update-plan.ts";
import { projectOfId } from "../projects/access.ts";
import { projectSkillPut, skillPut } from "../skills/write-skills.ts";
import { specUpdate } from "../specs/writes/update-spec.ts";

/** Null if the text was written; instructions get a proposal instead. */
export type TextResult = { proposalId: string } | null;

/**
 * Writes a document's text through its regular operation, with all checks and events; for instructions opens
 * a proposal.
 */
export async function writeText(
  tx: Tx,
  actor: Actor,
  document: FoundDocument,
  text: string,
  message: string,
): Promise<TextResult> {
  const problem = problemOf(document.kind, text);
  if (problem !== null)
    throw new ApiError(
      "unfit_text",
      `The text with this suggestion can't be stored: it ${problem}. Change the text, then accept it.`,
    );
  const { plan, target, text: source } = document;
  if (plan && target.kind === "plan-item") await writeItem(tx, actor, document, plan, text);
  else if (target.kind === "context-source" && typeof source !== "string")
    await changeSource(tx, actor, source, { text });
  else if (target.kind === "instructions") return propose(tx, actor, document, text, message);
  else if (target.kind === "skill" || target.kind === "format") await writeLevelText(tx, actor, target, text);
  else throw new Error(`Nothing writes the text of a ${document.kind} of this kind.`);
  return null;
}

async function writeItem(
  tx: Tx,
  actor: Actor,
  { specNumber }: FoundDocument,
  plan: PlanRow,
  text: string,
): Promise<void> {
  const projectSlug = (await projectOfId(tx, actor, plan.project_id)).slug;
  const path = { projectSlug, planShortId: planHandle(plan.number) };
  if (specNumber === null) {
    await planUpdate.run(tx, actor, { params: path, query: {}, body: { description: text } });
  } else {
    const params = { ...path, specShortId: specHandle(specNumber) };
    await specUpdate.run(tx, actor, { params, query: {}, body: { content: text } });
  }
}

type LevelTarget = Extract<FoundDocument["target"], { kind: "skill" | "format" }>;

async function writeLevelText(tx: Tx, actor: Actor, target: LevelTarget, markdown: string): Promise<void> {
  const { projectSlug } = target;
  if (target.kind === "format") {
    const body = { markdown };
    const params = { kind: target.formatKind };
    if (projectSlug === undefined) await formatPut.run(tx, actor, { params, query: {}, body });
    else await projectFormatPut.run(tx, actor, { params: { ...params, projectSlug }, query: {}, body });
  } else {
    const body = { markdown };
    const params = { slug: target.slug };
    if (projectSlug === undefined) await skillPut.run(tx, actor, { params, query: {}, body });
    else await projectSkillPut.run(tx, actor, { params: { ...params, projectSlug }, query: {}, body });
  }
}

async function propose(
  tx: Tx,
  actor: Actor,
  { target, revision }: FoundDocument,
  markdown: string,
  message: string,
): Promise<TextResult> {
  const projectSlug = target.kind === "instructions" ? target.projectSlug : undefined;
  const body = { markdown, message, baseRevision: revision };
  const { proposal } =
    projectSlug === undefined
      ? await proposalCreate.run(tx, actor, { params: {}, query: {}, body })
      : await projectProposalCreate.run(tx, actor, { params: { projectSlug }, query: {}, body });
  return { proposalId: proposal.id };
}

/** Schemas of the bodies that write documents' texts. */
const bodies = {
  plan: (description: string) => updatePlan.body?.safeParse({ description }),
  spec: (content: string) => updateSpec.body?.safeParse({ content }),
  "context-source": (text: string) => updateSource.body?.safeParse({ text }),
  instructions: (markdown: string) => createProposal.body?.safeParse({ markdown }),
  skill: (markdown: string) => putSkill.body?.safeParse({ markdown }),
  format: (markdown: string) => putFormat.body?.safeParse({ markdown }),
} as const;

/** Returns why a document can't have a text, completing "it"; null if it can. */
export const problemOf = (kind: DocumentKind, text: string): string | null =>
  bodies[kind](text)?.error?.issues[0]?.message ?? null;
