import type { Actor } from "../../actor.ts";
import type { Disclosure } from "../../dispatch/commands.ts";
import { invalid, notFound } from "../../errors.ts";
import type { EventSubject } from "../../events/append.ts";
import { findRevision } from "../../revisions/revisions.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Discussion, documentFor, type FoundDocument } from "./access.ts";

/** Returns the plan that decides who can read the document's discussion. */
export const planIdOf = ({ plan }: FoundDocument): string | null => plan?.id ?? null;

/** A thread's or suggestion's document and deciding plan. */
interface Said {
  document_id: string;
  plan_id: string | null;
}

/**
 * Returns a thread's or suggestion's document and row. Without `discussionPlanId`, its own plan counts.
 * Throws 404 if it belongs to another document or plan.
 */
export async function documentWith<Row extends Said>(
  db: Db,
  actor: Actor,
  documentId: string,
  { discussionPlanId }: Discussion,
  { what, row }: { what: "thread" | "comment" | "suggestion"; row: Row | undefined },
): Promise<{ document: FoundDocument; row: Row }> {
  const discussion = discussionPlanId ?? row?.plan_id ?? undefined;
  const document = await documentFor(db, actor, documentId, { discussionPlanId: discussion });
  if (row?.document_id !== document.id || row.plan_id !== planIdOf(document)) throw notFound(what);
  return { document, row };
}

/** Returns the plan that an answer shows. */
export const disclosesPlan = ({ planId }: { planId: string | null }): Disclosure =>
  planId === null ? {} : { planIds: [planId] };

/** Returns the subject of a thread's or suggestion's event. */
export const aboutDocument = (
  { plan, projectId, specNumber }: FoundDocument,
  subjectId: string,
): EventSubject => ({
  subjectId,
  projectId,
  ...(plan ? { planId: plan.id, planNumber: plan.number } : {}),
  ...(specNumber === null ? {} : { specNumber }),
});

/** Returns the text of an earlier revision; throws 400 for an unknown one. */
export async function baseTextOf(
  db: Db,
  { workspaceId, subjectId }: FoundDocument,
  revision: number,
): Promise<string> {
  const found = subjectId === null ? undefined : await findRevision(db, workspaceId, subjectId, revision);
  if (!found) throw invalid("/baseRevision", "is a revision that doesn't exist; send the one that you read");
  return found.text;
}
