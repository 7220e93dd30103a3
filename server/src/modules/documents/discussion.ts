import type { Actor } from "../../actor.ts";
import type { Shown } from "../../dispatch/commands.ts";
import { invalid, notFound } from "../../errors.ts";
import type { EventSubject } from "../../events/append.ts";
import { findRevision } from "../../revisions/revisions.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Discussion, documentFor, type FoundDocument } from "./access.ts";

/** Returns the plan in which a document lies or is discussed, which decides who reads what is said about it. */
export const placeOf = ({ plan }: FoundDocument): string | null => plan?.id ?? null;

/** The document of a thread or a suggestion, and the plan whose readers see it. */
interface Said {
  document_id: string;
  plan_id: string | null;
}

/**
 * Returns the document that a thread or a suggestion is about, with its row. It is found without `discussionPlanId`, too:
 * then the plan in which it was made counts. Throws 404 for what is about another document, or was made in another plan.
 */
export async function documentWith<Row extends Said>(
  db: Db,
  actor: Actor,
  documentId: string,
  { discussionPlanId }: Discussion,
  what: "thread" | "comment" | "suggestion",
  row: Row | undefined,
): Promise<{ document: FoundDocument; row: Row }> {
  const discussion = discussionPlanId ?? row?.plan_id ?? undefined;
  const document = await documentFor(db, actor, documentId, { discussionPlanId: discussion });
  if (row?.document_id !== document.id || row.plan_id !== placeOf(document)) throw notFound(what);
  return { document, row };
}

/** Names the readers to whom a write shows something: those of the plan in which it lies. */
export const showsPlace = ({ planId }: { planId: string | null }): Shown =>
  planId === null ? {} : { planIds: [planId] };

/** Returns the subject of an event about a thread or a suggestion, which lies where its document lies or is discussed. */
export const aboutDocument = (
  { plan, projectId, specNumber }: FoundDocument,
  subjectId: string,
): EventSubject => ({
  subjectId,
  projectId,
  ...(plan ? { planId: plan.id, planNumber: plan.number } : {}),
  ...(specNumber === null ? {} : { specNumber }),
});

/** Returns the text of an earlier revision of a document; throws 400 for one that never was. */
export async function baseTextOf(
  db: Db,
  { workspaceId, subjectId }: FoundDocument,
  revision: number,
): Promise<string> {
  const found = subjectId === null ? undefined : await findRevision(db, workspaceId, subjectId, revision);
  if (!found) throw invalid("/baseRevision", "is a revision that never was; send the one that you have read");
  return found.text;
}
