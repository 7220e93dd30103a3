import type { Actor } from "../../actor.ts";
import { notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Discussion, FoundDocument } from "../documents/access.ts";
import { documentWith } from "../documents/discussion.ts";
import { type CommentRow, commentOfId, type ThreadRow, threadOfId } from "./store.ts";

export interface ThreadPath {
  documentId: string;
  threadId: string;
}

/** Returns a thread and its document; `what` is named in the 404. */
export async function threadFor(
  db: Db,
  actor: Actor,
  { documentId, threadId }: ThreadPath,
  discussion: Discussion,
  what: "thread" | "comment" = "thread",
): Promise<{ document: FoundDocument; thread: ThreadRow }> {
  const [row] = await threadOfId(db, { workspaceId: actor.workspaceId, id: threadId });
  const found = await documentWith(db, actor, documentId, discussion, { what, row });
  return { document: found.document, thread: found.row };
}

export interface CommentPath {
  documentId: string;
  threadId?: string;
  commentId: string;
}

/** Returns a comment (not deleted) with thread and document. */
export async function commentFor(
  db: Db,
  actor: Actor,
  { documentId, threadId, commentId }: CommentPath,
  discussion: Discussion,
): Promise<{ document: FoundDocument; thread: ThreadRow; comment: CommentRow }> {
  const [comment] = await commentOfId(db, { workspaceId: actor.workspaceId, id: commentId });
  const path = { documentId, threadId: threadId ?? comment?.thread_id ?? "" };
  const found = await threadFor(db, actor, path, discussion, threadId === undefined ? "comment" : "thread");
  if (comment?.thread_id !== found.thread.id || comment.deleted_at !== null) throw notFound("comment");
  return { ...found, comment };
}
