import type { Actor } from "../../actor.ts";
import { ApiError, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Discussion, documentFor, type FoundDocument } from "../documents/access.ts";
import { placeOf } from "../threads/access.ts";
import { type SuggestionRow, suggestionOfId } from "./store.ts";

export interface SuggestionPath {
  documentId: string;
  suggestionId: string;
}

/**
 * Returns a suggestion with its document. It is found without `discussionPlanId`, too: then the plan in which it was made
 * counts.
 */
export async function suggestionFor(
  db: Db,
  actor: Actor,
  { documentId, suggestionId }: SuggestionPath,
  { discussionPlanId }: Discussion,
): Promise<{ document: FoundDocument; suggestion: SuggestionRow }> {
  const [suggestion] = await suggestionOfId(db, { workspaceId: actor.workspaceId, id: suggestionId });
  const discussion = discussionPlanId ?? suggestion?.plan_id ?? undefined;
  const document = await documentFor(db, actor, documentId, { discussionPlanId: discussion });
  if (suggestion?.document_id !== documentId || suggestion.plan_id !== placeOf(document))
    throw notFound("suggestion");
  return { document, suggestion };
}

/** Throws 409 unless a suggestion is open. */
export function requireUndecided({ state }: SuggestionRow): void {
  if (state === "open") return;
  throw state === "outdated" ? outdated() : new ApiError("not_open", `The suggestion is ${state} already.`);
}

/** Says that a suggestion can't be applied any more. */
export const outdated = (): ApiError =>
  new ApiError(
    "not_open",
    "The words that it changes are not there any more. Suggest the change anew on the text of now.",
  );
