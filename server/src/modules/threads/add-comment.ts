import { createComment, type Input } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { post } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import { requireComment } from "../documents/access.ts";
import { aboutDocument, disclosesPlan } from "../documents/discussion.ts";
import { threadFor } from "./access.ts";
import { completeComment, type WrittenComment } from "./complete.ts";
import { threadData } from "./events.ts";
import { indexComment } from "./index-thread.ts";
import { readMentions } from "./mentions.ts";
import { concernedBy, countComment } from "./participants.ts";
import { insertComments, setCommentCount, type ThreadRow } from "./store.ts";

export const newComment = (
  actor: Actor,
  thread: Pick<Tables["threads"], "workspace_id" | "id">,
  number: number,
  body: string,
  mentions: readonly string[],
): Tables["comments"] => ({
  workspace_id: thread.workspace_id,
  thread_id: thread.id,
  number,
  id: newId(),
  body,
  mentions: JSON.stringify(mentions),
  author_user_id: actor.userId,
  credential_id: actor.credentialId,
  created_at: now(),
  edited_at: null,
  deleted_at: null,
});

/** Adds a comment to a thread. The caller appends the event. */
export async function writeComment(
  tx: Tx,
  actor: Actor,
  thread: ThreadRow,
  body: string,
  mentions: readonly string[],
): Promise<Tables["comments"]> {
  const count = thread.comment_count + 1;
  const comment = newComment(actor, thread, count, body, mentions);
  await insertComments(tx, [comment]);
  await countComment(tx, comment, 1);
  await setCommentCount(tx, { workspaceId: actor.workspaceId, id: thread.id, count });
  await indexComment(tx, thread, comment);
  return comment;
}

async function add(
  tx: Tx,
  actor: Actor,
  { params, query, body }: Input<typeof createComment>,
): Promise<WrittenComment> {
  const { document, thread } = await threadFor(tx, actor, params, query);
  requireComment(document);
  const { mentions, mentioned } = await readMentions(tx, document, body.body);
  const comment = await writeComment(tx, actor, thread, body.body, mentions);
  await appendEvents(tx, actor, [
    {
      type: "comment.created",
      ...aboutDocument(document, thread.id),
      notifies: await concernedBy(tx, document, thread),
      data: { ...threadData(document, thread.id), commentId: comment.id, mentioned },
    },
  ]);
  return { threadId: thread.id, commentId: comment.id, planId: thread.plan_id };
}

export const commentCreate = post<typeof createComment, WrittenComment>(createComment, disclosesPlan, add, {
  complete: completeComment,
});
