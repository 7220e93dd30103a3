import { acceptSuggestion } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { dropHunks } from "../../anchors/suggestions.ts";
import { command } from "../../dispatch/commands.ts";
import { action, disclosesNothing } from "../../dispatch/handlers.ts";
import type { ActionClaim } from "../../dispatch/idempotency/commands.ts";
import { keepReply } from "../../dispatch/idempotency/keep-created.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { noteSuggestion } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import {
  type Discussion,
  documentFor,
  type FoundDocument,
  requireMaintain,
  requireSuggest,
} from "../documents/access.ts";
import { aboutDocument } from "../documents/discussion.ts";
import { presentDocument } from "../documents/present.ts";
import { wholeTextOf } from "../documents/source-text.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { outdated, requireUndecided, type SuggestionPath, suggestionFor } from "./access.ts";
import { suggestionData } from "./events.ts";
import { applyHunks, fits } from "./hunks.ts";
import { anchorsOfHunks, hunksInText } from "./present.ts";
import { shownSuggestion } from "./read-suggestions.ts";
import { type SuggestionRow, updateSuggestion } from "./store.ts";
import { writeText } from "./write-text.ts";

/** Accepts a suggestion. An action, since the answered document contains the service's address. */
export const suggestionAccept = action(
  acceptSuggestion,
  async (context: Context, actor: Actor, { params, query }, { claim }) => {
    await context.writer.run(accept, { actor, path: params, query, claim });
    return { body: await shown(context, actor, params, query) };
  },
  // Replays show the current state to those who can read it.
  {
    discloses: disclosesNothing,
    replay: {
      keep: () => null,
      answer: (context: Context, actor, { params, query }) => shown(context, actor, params, query),
    },
  },
);

/** Returns the current suggestion and document. */
async function shown({ db, publicUrl }: Context, actor: Actor, path: SuggestionPath, query: Discussion) {
  const { document, suggestion } = await suggestionFor(db, actor, path, query);
  return {
    suggestion: await shownSuggestion(db, suggestion),
    document: (await presentDocument(db, actor, publicUrl(), document)).document,
  };
}

interface Accept {
  actor: Actor;
  path: SuggestionPath;
  query: Discussion;
  claim?: ActionClaim | undefined;
}

/** Applies a suggestion as the actor's revision, crediting its author. */
export const accept = command(
  "suggestions.accept",
  ({ actor }: Accept) => actor.workspaceId,
  async (tx: Tx, { actor: asked, path, query, claim }: Accept): Promise<void> => {
    const actor = await reloadActor(tx, asked);
    const { document, suggestion } = await suggestionFor(tx, actor, path, query);
    requireSuggest(requireMaintain(document));
    requireUndecided(suggestion);
    const hunks = hunksInText(suggestion, await anchorsOfHunks(tx, actor.workspaceId, [suggestion]));
    const before = await wholeTextOf(tx, document);
    if (!fits(before, hunks)) throw outdated();
    const text = applyHunks(before, hunks);
    // Its own hunks are final and must not be moved by the write.
    await dropHunks(tx, actor.workspaceId, [suggestion]);
    await updateSuggestion(tx, suggestion, {
      state: "accepted",
      hunks: JSON.stringify(hunks),
      decided_by: actor.userId,
      decided_at: now(),
    });
    const proposal =
      text === before ? null : await writeText(tx, actor, document, text, messageOf(document, suggestion));
    const made = proposal ?? (await revisionOf(tx, actor, document, suggestion));
    if (made)
      await updateSuggestion(
        tx,
        suggestion,
        "proposalId" in made ? { proposal_id: made.proposalId } : { revision: made.revision },
      );
    await appendEvents(tx, actor, [
      {
        type: "suggestion.accepted",
        ...aboutDocument(document, suggestion.id),
        notifies: [suggestion.author_user_id],
        data: {
          ...suggestionData(document, suggestion.id),
          suggestedBy: suggestion.author_user_id,
          ...(made && ("proposalId" in made ? made : { revision: String(made.revision) })),
        },
      },
    ]);
    await keepReply(tx, claim, acceptSuggestion, null);
  },
);

/** Returns the new revision after crediting the author; null if the text was the same. */
async function revisionOf(
  tx: Tx,
  actor: Actor,
  document: FoundDocument,
  suggestion: SuggestionRow,
): Promise<{ revision: number } | null> {
  const { id, plan } = document;
  const { revision, subjectId } = await documentFor(tx, actor, id, { discussionPlanId: plan?.id });
  if (revision === document.revision) return null;
  if (subjectId !== null)
    await noteSuggestion(tx, actor.workspaceId, subjectId, revision, {
      by: suggestion.author_user_id,
      message: messageOf(document, suggestion),
    });
  return { revision };
}

/**
 * Returns the version's message with the author's name. For a shared source it omits their words, which only
 * a plan's readers were meant to see.
 */
function messageOf({ kind, discussionPlanId }: FoundDocument, suggestion: SuggestionRow): string {
  const { author_name: name, message } = suggestion;
  const what = name === null ? "Accepted a suggestion" : `Accepted a suggestion of ${name}`;
  const isShared = kind === "context-source" && discussionPlanId !== null;
  return message === "" || isShared ? what : `${what}: ${message}`.slice(0, 500).toWellFormed();
}
