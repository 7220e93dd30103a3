import { answerThread, type Input } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { post } from "../../dispatch/handlers.ts";
import { ApiError, forbidden, invalid } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import type { Tx } from "../../storage/dialect.ts";
import { type FoundDocument, requireComment } from "../documents/access.ts";
import { aboutDocument, disclosesPlan } from "../documents/discussion.ts";
import { threadFor } from "./access.ts";
import { writeComment } from "./add-comment.ts";
import { writeState } from "./change-state.ts";
import { completeThread, type WrittenThread } from "./complete.ts";
import { threadData } from "./events.ts";
import { readMentions } from "./mentions.ts";
import { concernedBy } from "./participants.ts";
import type { ThreadRow } from "./store.ts";

/** Comments in a question, resolves it and tells who asked. */
async function answer(
  tx: Tx,
  actor: Actor,
  { params, query, body: { body, option } }: Input<typeof answerThread>,
): Promise<WrittenThread> {
  const { document, thread } = await threadFor(tx, actor, params, query);
  requireAnswer(document, thread, actor);
  const chosen = option === undefined ? "" : wordsOf(thread, option);
  // An option mentions nobody, since whoever chooses it didn't write it.
  const { mentions, mentioned } =
    body === undefined ? { mentions: [], mentioned: [] } : await readMentions(tx, document, body);
  const { id: commentId } = await writeComment(tx, actor, thread, body ?? chosen, mentions);
  await writeState(tx, actor, thread, "resolved", { commentId, option });
  await appendEvents(tx, actor, [
    {
      type: "question.answered",
      ...aboutDocument(document, thread.id),
      notifies: await concernedBy(tx, document, thread),
      data: { ...threadData(document, thread.id), commentId, mentioned },
    },
  ]);
  return { threadId: thread.id, planId: thread.plan_id };
}

/** Throws unless the actor can answer: 403, then 409. */
function requireAnswer(document: FoundDocument, thread: ThreadRow, actor: Actor): void {
  const isQuestion = thread.kind === "question";
  if (isQuestion && thread.credential_id === actor.credentialId)
    throw forbidden(
      "The credential that asked can't answer. Answer with another one, such as the console's, or resolve the question if it is settled.",
    );
  requireComment(document);
  if (!isQuestion) throw new ApiError("not_a_question", "The thread is no question. Comment in it instead.");
  if (thread.state !== "open")
    throw new ApiError("not_open", "The question is resolved. Open it again to answer it.");
}

function wordsOf(thread: ThreadRow, option: number): string {
  const words = (JSON.parse(thread.options) as string[])[option];
  if (words === undefined) throw invalid("/option", "is none of the question's options, counted from 0");
  return words;
}

export const threadAnswer = post<typeof answerThread, WrittenThread>(answerThread, disclosesPlan, answer, {
  complete: completeThread,
});
