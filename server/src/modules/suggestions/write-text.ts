import {
  createProposal,
  type Endpoint,
  type Input,
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
import { specUpdate } from "../specs/update-spec.ts";

/** What became of an accepted text: it is the document's now, or a proposal. */
export type Written = { proposalId: string } | null;

/**
 * Gives a document another text by the write that a person makes, with its checks, limits and events; of instructions it
 * opens a proposal.
 */
export async function writeText(
  tx: Tx,
  actor: Actor,
  document: FoundDocument,
  text: string,
  message: string,
): Promise<Written> {
  if (document.plan && (document.kind === "plan" || document.kind === "spec"))
    await writeItem(tx, actor, document, document.plan, text);
  else if (document.kind === "context-source" && typeof document.text !== "string")
    await changeSource(tx, actor, document.text, checked(updateSource, { text }));
  else if (document.kind === "instructions") return propose(tx, actor, document, text, message);
  else if (document.target.kind === "skill" || document.target.kind === "format")
    await writeTierText(tx, actor, document.target, text);
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
    const body = checked(updatePlan, { description: text });
    await planUpdate.run(tx, actor, { params: path, query: {}, body });
  } else {
    const body = checked(updateSpec, { content: text });
    const params = { ...path, specShortId: specHandle(specNumber) };
    await specUpdate.run(tx, actor, { params, query: {}, body });
  }
}

type TierTarget = Extract<FoundDocument["target"], { kind: "skill" | "format" }>;

async function writeTierText(tx: Tx, actor: Actor, target: TierTarget, markdown: string): Promise<void> {
  const { projectSlug } = target;
  if (target.kind === "format") {
    const body = checked(putFormat, { markdown });
    const params = { kind: target.formatKind };
    if (projectSlug === undefined) await formatPut.run(tx, actor, { params, query: {}, body });
    else await projectFormatPut.run(tx, actor, { params: { ...params, projectSlug }, query: {}, body });
  } else {
    const body = checked(putSkill, { markdown });
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
): Promise<Written> {
  const projectSlug = target.kind === "instructions" ? target.projectSlug : undefined;
  const body = checked(createProposal, { markdown, message, baseRevision: revision });
  const { proposal } =
    projectSlug === undefined
      ? await proposalCreate.run(tx, actor, { params: {}, query: {}, body })
      : await projectProposalCreate.run(tx, actor, { params: { projectSlug }, query: {}, body });
  return { proposalId: proposal.id };
}

/** Returns a body that keeps the limits of its endpoint. Throws 409 where the text of now leaves no room for the hunks. */
function checked<E extends Endpoint>(endpoint: E, body: Input<E>["body"]): Input<E>["body"] {
  const read = endpoint.body?.safeParse(body);
  if (read?.success !== false) return body;
  const [issue] = read.error.issues;
  throw new ApiError(
    "revision_conflict",
    `The text with this suggestion can't be stored: it ${issue?.message ?? "is not valid"}. Change the text, then accept it.`,
  );
}
