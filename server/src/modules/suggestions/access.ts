import type { Actor } from "../../actor.ts";
import { ApiError } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Discussion, FoundDocument } from "../documents/access.ts";
import { documentWith } from "../documents/discussion.ts";
import { type SuggestionRow, suggestionOfId } from "./store.ts";

export interface SuggestionPath {
  documentId: string;
  suggestionId: string;
}

export async function suggestionFor(
  db: Db,
  actor: Actor,
  { documentId, suggestionId }: SuggestionPath,
  discussion: Discussion,
): Promise<{ document: FoundDocument; suggestion: SuggestionRow }> {
  const [row] = await suggestionOfId(db, { workspaceId: actor.workspaceId, id: suggestionId });
  const found = await documentWith(db, actor, documentId, discussion, { what: "suggestion", row });
  return { document: found.document, suggestion: found.row };
}

/** Throws 409 unless a suggestion is open. */
export function requireUndecided({ state }: SuggestionRow): void {
  if (state === "open") return;
  throw state === "outdated" ? outdated() : new ApiError("not_open", `The suggestion is ${state} already.`);
}

/** Returns the error for an outdated suggestion. */
export const outdated = (): ApiError =>
  new ApiError(
    "not_open",
    "The words that it changes are not there any more. Suggest the change again on the current text.",
  );
