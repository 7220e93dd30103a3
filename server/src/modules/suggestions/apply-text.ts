import type { Actor } from "../../actor.ts";
import { noteSuggestion } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { documentFor, type FoundDocument } from "../documents/access.ts";
import { wholeTextOf } from "../documents/source-text.ts";
import { outdated } from "./access.ts";
import { applyHunks, fits, type Hunk } from "./hunks.ts";
import { type SuggestionRow, updateSuggestion } from "./store.ts";
import { writeText } from "./write-text.ts";

/** Applies hunks to the text, and returns the revision or proposal that this made, if any. */
export async function applyText(
  tx: Tx,
  actor: Actor,
  document: FoundDocument,
  suggestion: SuggestionRow,
  hunks: readonly Hunk[],
): Promise<{ proposalId: string } | { revision: number } | null> {
  const before = await wholeTextOf(tx, document);
  if (!fits(before, hunks)) throw outdated();
  const text = applyHunks(before, hunks);
  const proposal =
    text === before ? null : await writeText(tx, actor, document, text, messageOf(document, suggestion));
  const made = proposal ?? (await revisionOf(tx, actor, document, suggestion));
  if (made)
    await updateSuggestion(
      tx,
      suggestion,
      "proposalId" in made ? { proposal_id: made.proposalId } : { revision: made.revision },
    );
  return made;
}

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
