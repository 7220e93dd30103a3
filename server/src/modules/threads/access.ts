import type { Actor } from "../../actor.ts";
import { notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Discussion, documentFor, type FoundDocument } from "../documents/access.ts";
import { type CommentRow, commentOfId, type ThreadRow, threadOfId } from "./store.ts";

export interface ThreadPath {
  documentId: string;
  threadId: string;
}

/** Returns the plan in which a document lies or is discussed, which decides who reads its threads. */
export const placeOf = ({ plan }: FoundDocument): string | null => plan?.id ?? null;

/**
 * Returns a thread with its document. It is found without `discussionPlanId`, too: then the plan in which it was begun
 * counts.
 */
export async function threadFor(
  db: Db,
  actor: Actor,
  { documentId, threadId }: ThreadPath,
  { discussionPlanId }: Discussion,
): Promise<{ document: FoundDocument; thread: ThreadRow }> {
  const [thread] = await threadOfId(db, { workspaceId: actor.workspaceId, id: threadId });
  const discussion = discussionPlanId ?? thread?.plan_id ?? undefined;
  const document = await documentFor(db, actor, documentId, { discussionPlanId: discussion });
  if (thread?.document_id !== documentId || thread.plan_id !== placeOf(document)) throw notFound("thread");
  return { document, thread };
}

export interface CommentPath {
  documentId: string;
  threadId?: string;
  commentId: string;
}

/** Returns a comment that was not deleted, with its thread and its document. */
export async function commentFor(
  db: Db,
  actor: Actor,
  { documentId, threadId, commentId }: CommentPath,
  discussion: Discussion,
): Promise<{ document: FoundDocument; thread: ThreadRow; comment: CommentRow }> {
  const [comment] = await commentOfId(db, { workspaceId: actor.workspaceId, id: commentId });
  const path = { documentId, threadId: threadId ?? comment?.thread_id ?? "" };
  const found = await threadFor(db, actor, path, discussion);
  if (comment?.thread_id !== found.thread.id || comment.deleted_at !== null) throw notFound("comment");
  return { ...found, comment };
}
