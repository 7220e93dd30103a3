import {
  deleteComment,
  deleteDocumentComment,
  type Input,
  updateComment,
  updateDocumentComment,
} from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { write } from "../../dispatch/handlers.ts";
import { forbidden } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { requireOpen } from "../documents/access.ts";
import { aboutDocument } from "../documents/discussion.ts";
import { type CommentPath, commentFor } from "./access.ts";
import { completeComment, type WrittenComment } from "./complete.ts";
import { threadData } from "./events.ts";
import { indexComment } from "./index-thread.ts";
import { readMentions } from "./mentions.ts";
import { countComment } from "./participants.ts";
import { removeLastComments, setCommentCount, updateCommentRow, updateThread } from "./store.ts";

type Path = { params: CommentPath };
type Update = Path & Pick<Input<typeof updateComment>, "query" | "body">;
type Delete = Path & Pick<Input<typeof deleteComment>, "query">;

/** Edits the actor's own comment. Previously mentioned users may no longer be readers. */
async function update(tx: Tx, actor: Actor, { params, query, body }: Update): Promise<WrittenComment> {
  const { document, thread, comment } = await commentFor(tx, actor, params, query);
  if (comment.author_user_id !== actor.userId)
    throw forbidden("Only its author changes a comment. Answer it with one of your own.");
  requireOpen(document);
  const before = JSON.parse(comment.mentions) as string[];
  const { mentions, mentioned } = await readMentions(tx, document, body.body, before);
  const written = { threadId: thread.id, commentId: comment.id, planId: thread.plan_id };
  if (body.body === comment.body) return written;
  const change = { body: body.body, mentions: JSON.stringify(mentions), edited_at: now() };
  await updateCommentRow(tx, comment, change);
  await indexComment(tx, thread, { ...comment, ...change }, comment.body);
  await appendEvents(tx, actor, [
    {
      type: "comment.updated",
      ...aboutDocument(document, thread.id),
      notifies: [], // Only newly mentioned users.
      data: { ...threadData(document, thread.id), commentId: comment.id, mentioned },
    },
  ]);
  return written;
}

/**
 * Deletes a comment, for its author or a maintainer. If others follow, an empty row stays. A question loses its
 * answer with the comment.
 */
async function remove(tx: Tx, actor: Actor, { params, query }: Delete) {
  const { document, thread, comment } = await commentFor(tx, actor, params, query);
  if (comment.author_user_id !== actor.userId && !document.isMaintainer)
    throw forbidden("Only its author and maintainers of the document can delete a comment. Ask one of them.");
  requireOpen(document);
  if (comment.number < thread.comment_count)
    await updateCommentRow(tx, comment, { body: "", mentions: "[]", edited_at: null, deleted_at: now() });
  else {
    const count = await removeLastComments(tx, comment);
    await setCommentCount(tx, { workspaceId: actor.workspaceId, id: thread.id, count });
  }
  if (thread.answer_comment_id === comment.id)
    await updateThread(tx, thread, { answer_comment_id: null, answer_option: null });
  await countComment(tx, comment, -1);
  await indexComment(tx, thread, { ...comment, body: "" }, comment.body);
  await appendEvents(tx, actor, [
    {
      type: "comment.deleted",
      ...aboutDocument(document, thread.id),
      data: { ...threadData(document, thread.id), commentId: comment.id },
    },
  ]);
  return { deleted: true as const };
}

const complete = { complete: completeComment };

export const commentUpdate = write<typeof updateComment, WrittenComment>(updateComment, update, complete);
export const documentCommentUpdate = write<typeof updateDocumentComment, WrittenComment>(
  updateDocumentComment,
  update,
  complete,
);
export const commentDelete = write(deleteComment, remove);
export const documentCommentDelete = write(deleteDocumentComment, remove);
