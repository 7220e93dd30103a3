import type { DocumentTarget } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { readDocumentId } from "../../anchors/document-id.ts";
import { forbidden, foundAs, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { requireNotArchived } from "../plans/access.ts";
import { readableProject } from "../projects/access.ts";
import type { FoundDocument } from "./document.ts";
import { findItem } from "./find-item.ts";
import { findLevelText, type LevelText } from "./find-level-text.ts";

export type { FoundDocument } from "./document.ts";

export interface Discussion {
  discussionPlanId?: string | undefined;
}

/** Returns a document by id; unreadable ones are 404. */
export function documentFor(
  db: Db,
  actor: Actor,
  documentId: string,
  { discussionPlanId }: Discussion = {},
): Promise<FoundDocument> {
  return foundAs("document", async () => {
    const ref = readDocumentId(documentId, actor.workspaceId);
    if (!ref) throw notFound("document");
    return ref.kind === "item"
      ? findItem(db, actor, ref.id, discussionPlanId)
      : findLevelText(db, actor, ref);
  });
}

/** Returns a target's document; unreadable ones are 404. */
export function documentOfTarget(
  db: Db,
  actor: Actor,
  target: DocumentTarget,
  { discussionPlanId }: Discussion = {},
): Promise<FoundDocument> {
  return foundAs("document", async () => {
    if (target.kind === "plan-item")
      return findItem(db, actor, target.itemId, discussionPlanId, ["plan", "spec"]);
    if (target.kind === "context-source")
      return findItem(db, actor, target.id, discussionPlanId, ["context-source"]);
    return findLevelText(db, actor, await levelTextOf(db, actor, target));
  });
}

type LevelTarget = Exclude<DocumentTarget, { kind: "plan-item" | "context-source" }>;

async function levelTextOf(db: Db, actor: Actor, target: LevelTarget): Promise<LevelText> {
  const { projectSlug } = target;
  const projectId = projectSlug === undefined ? null : (await readableProject(db, actor, projectSlug)).id;
  if (target.kind === "instructions") return { kind: "instructions", projectId };
  if (target.kind === "skill") return { kind: "skill", projectId, slug: target.slug };
  return { kind: "format", projectId, formatKind: target.formatKind };
}

/** Returns why nobody can comment or suggest here; null if readers can. */
export function elsewhere({ sourceDocumentId, needsDiscussionPlan }: FoundDocument): string | null {
  if (sourceDocumentId !== null) return `Its text is inherited: use the document ${sourceDocumentId}.`;
  if (needsDiscussionPlan)
    return "A source of the workspace or a project is discussed in a plan: name the plan with `discussionPlanId`.";
  return null;
}

/** Throws unless the actor can comment: 403, then 409 on an archived plan. */
export function requireComment(document: FoundDocument): FoundDocument {
  const reason = elsewhere(document);
  if (reason !== null) throw forbidden(reason);
  return requireOpen(document);
}

/** Throws unless the actor can suggest changes: 403, then 409 on an archived plan. */
export function requireSuggest(document: FoundDocument): FoundDocument {
  if (document.isReadOnly)
    throw forbidden(
      "Its text comes from a file or a page, and can't be changed here. Comment on it instead.",
    );
  return requireComment(document);
}

/** Throws unless the actor can change the text: 403, then 409 on an archived plan. */
export function requireMaintain(document: FoundDocument): FoundDocument {
  if (!document.isMaintainer)
    throw forbidden("You can read this document but not change it. Ask one of its owners.");
  return requireOpen(document);
}

export function requireOpen(document: FoundDocument): FoundDocument {
  if (document.plan) requireNotArchived(document.plan);
  return document;
}
