import type { Comment, Thread } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Discussion } from "../documents/access.ts";
import { commentFor, threadFor } from "./access.ts";
import { presentComment, presentThreads } from "./present.ts";
import type { ThreadRow } from "./store.ts";

/** A write of a thread leaves this to be shown, and stores it for a repetition. */
export interface WrittenThread {
  threadId: string;
  /** The plan whose readers see the thread. */
  planId: string | null;
}

export interface WrittenComment extends WrittenThread {
  commentId: string;
}

interface Request {
  db: Db;
  actor: Actor;
  input: { params: { documentId: string }; query: Discussion };
}

/** Shows a thread as it is now to who wrote in it. */
export async function completeThread(
  { threadId }: WrittenThread,
  { db, actor, input: { params, query } }: Request,
): Promise<{ thread: Thread }> {
  const { thread } = await threadFor(db, actor, { documentId: params.documentId, threadId }, query);
  return { thread: await shownThread(db, thread) };
}

/** Shows a comment as it is now to who wrote it. */
export async function completeComment(
  { threadId, commentId }: WrittenComment,
  { db, actor, input: { params, query } }: Request,
): Promise<{ comment: Comment }> {
  const path = { documentId: params.documentId, threadId, commentId };
  return { comment: presentComment((await commentFor(db, actor, path, query)).comment) };
}

/** Returns one thread as the API shows it. */
export async function shownThread(db: Db, row: ThreadRow): Promise<Thread> {
  const [thread] = await presentThreads(db, row.workspace_id, [row]);
  if (!thread) throw notFound("thread");
  return thread;
}
