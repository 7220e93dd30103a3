import type { Comment, Thread } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Discussion } from "../documents/access.ts";
import { commentFor, threadFor } from "./access.ts";
import { presentComment, presentThreads } from "./present.ts";
import type { ThreadRow } from "./store.ts";

/** A write's result, also stored for replays. */
export interface WrittenThread {
  threadId: string;
  /** The plan that decides who can see it. */
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

/** Returns the current thread. */
export async function completeThread(
  { threadId }: WrittenThread,
  { db, actor, input: { params, query } }: Request,
): Promise<{ thread: Thread }> {
  const { thread } = await threadFor(db, actor, { documentId: params.documentId, threadId }, query);
  return { thread: await shownThread(db, thread) };
}

/** Returns the current comment. */
export async function completeComment(
  { threadId, commentId }: WrittenComment,
  { db, actor, input: { params, query } }: Request,
): Promise<{ comment: Comment }> {
  const path = { documentId: params.documentId, threadId, commentId };
  return { comment: presentComment((await commentFor(db, actor, path, query)).comment) };
}

export async function shownThread(db: Db, row: ThreadRow): Promise<Thread> {
  const [thread] = await presentThreads(db, row.workspace_id, [row]);
  if (!thread) throw notFound("thread");
  return thread;
}
