import { type Input, rejectSuggestion, withdrawSuggestion } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { dropHunks } from "../../anchors/suggestions.ts";
import { post, write } from "../../dispatch/handlers.ts";
import { ApiError } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { forgetItems } from "../../inbox-items/move-items.ts";
import type { Tx } from "../../storage/dialect.ts";
import { requireComment, requireMaintain } from "../documents/access.ts";
import { aboutDocument, disclosesPlan } from "../documents/discussion.ts";
import { requireUndecided, suggestionFor } from "./access.ts";
import { completeSuggestion, type WrittenSuggestion } from "./create-suggestion.ts";
import { suggestionData } from "./events.ts";
import { anchorsOfHunks, hunksInText } from "./present.ts";
import { deleteSuggestion, updateSuggestion } from "./store.ts";

/** Rejects an open suggestion, freezing its hunks' positions. */
async function reject(
  tx: Tx,
  actor: Actor,
  { params, query, body }: Input<typeof rejectSuggestion>,
): Promise<WrittenSuggestion> {
  const { document, suggestion } = await suggestionFor(tx, actor, params, query);
  requireMaintain(document);
  requireUndecided(suggestion);
  const hunks = hunksInText(suggestion, await anchorsOfHunks(tx, actor.workspaceId, [suggestion]));
  await dropHunks(tx, actor.workspaceId, [suggestion]);
  await updateSuggestion(tx, suggestion, {
    state: "rejected",
    hunks: JSON.stringify(hunks),
    decided_by: actor.userId,
    decided_at: now(),
    reason: body.reason ?? null,
  });
  const data = suggestionData(document, suggestion.id);
  const notifies = [suggestion.author_user_id];
  await appendEvents(tx, actor, [
    { type: "suggestion.rejected", ...aboutDocument(document, suggestion.id), notifies, data },
  ]);
  return { suggestionId: suggestion.id, planId: suggestion.plan_id };
}

export const suggestionReject = post<typeof rejectSuggestion, WrittenSuggestion>(
  rejectSuggestion,
  disclosesPlan,
  reject,
  { complete: completeSuggestion },
);

/** Withdraws an open suggestion, for its author or a maintainer. */
export const suggestionWithdraw = write(withdrawSuggestion, async (tx, actor, { params, query }) => {
  const { document, suggestion } = await suggestionFor(tx, actor, params, query);
  if (suggestion.author_user_id === actor.userId) requireComment(document);
  else requireMaintain(document);
  if (suggestion.state === "accepted" || suggestion.state === "rejected")
    throw new ApiError("not_open", `The suggestion is ${suggestion.state} already.`);
  await dropHunks(tx, actor.workspaceId, [suggestion]);
  await deleteSuggestion(tx, suggestion);
  await forgetItems(tx, actor.workspaceId, { suggestion: suggestion.id, of: document.id });
  const data = suggestionData(document, suggestion.id);
  await appendEvents(tx, actor, [
    { type: "suggestion.withdrawn", ...aboutDocument(document, suggestion.id), data },
  ]);
  return { deleted: true as const };
});
