import { getSuggestion, listSuggestions, type Suggestion } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { read } from "../../dispatch/handlers.ts";
import { notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { documentFor } from "../documents/access.ts";
import { planIdOf } from "../documents/discussion.ts";
import { pageOf } from "../paging.ts";
import { suggestionFor } from "./access.ts";
import { presentSuggestions } from "./present.ts";
import { type SuggestionRow, suggestionsAfter } from "./store.ts";

/** Rows read at once: hunks and specs of one may take megabytes. */
const mostAtOnce = 10;

/** Lists a document's suggestions; none without a required discussion plan. */
export const suggestionsList = read(listSuggestions, async (db, actor, { params, query }) => {
  const document = await documentFor(db, actor, params.documentId, query);
  if (document.needsDiscussionPlan) return { suggestions: [] };
  const { workspaceId } = actor;
  const key = { workspaceId, documentId: document.id, planId: planIdOf(document) };
  const { rows: suggestions, ...next } = await pageOf(
    `${listSuggestions.id} ${key.documentId} ${key.planId} ${query.state}`,
    query,
    async ([after = ""], limit) =>
      presentSuggestions(db, actor, await suggestionsAfter(db, key, query.state, String(after), limit)),
    ({ id }) => [id],
    mostAtOnce,
  );
  return { suggestions, ...next };
});

export const suggestionGet = read(getSuggestion, async (db, actor, { params, query }) => {
  const { suggestion } = await suggestionFor(db, actor, params, query);
  return { suggestion: await shownSuggestion(db, actor, suggestion) };
});

export async function shownSuggestion(db: Db, actor: Actor, row: SuggestionRow): Promise<Suggestion> {
  const [suggestion] = await presentSuggestions(db, actor, [row]);
  if (!suggestion) throw notFound("suggestion");
  return suggestion;
}
