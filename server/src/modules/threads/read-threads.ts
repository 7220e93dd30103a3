import { getDocumentComment, getThread, listComments, listThreads } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { documentFor } from "../documents/access.ts";
import { planIdOf } from "../documents/discussion.ts";
import { longRows, numberOf, pageOf } from "../paging.ts";
import { commentFor, threadFor } from "./access.ts";
import { shownThread } from "./complete.ts";
import { keyOfComment, listOfComments, presentComment, presentThreads } from "./present.ts";
import { commentsAfter, threadsAfter } from "./store.ts";

/** Lists a document's threads; none without a required discussion plan. */
export const threadsList = read(listThreads, async (db, actor, { params, query }) => {
  const document = await documentFor(db, actor, params.documentId, query);
  if (document.needsDiscussionPlan) return { threads: [] };
  const { workspaceId } = actor;
  const key = { workspaceId, documentId: document.id, planId: planIdOf(document) };
  const { rows: threads, ...next } = await pageOf(
    `${listThreads.id} ${key.documentId} ${key.planId} ${query.state}`,
    query,
    async ([after = ""], limit) =>
      presentThreads(db, workspaceId, await threadsAfter(db, key, query.state, String(after), limit)),
    ({ id }) => [id],
    longRows,
  );
  return { threads, ...next };
});

export const threadGet = read(getThread, async (db, actor, { params, query }) => {
  const { thread } = await threadFor(db, actor, params, query);
  return { thread: await shownThread(db, thread) };
});

export const commentsList = read(listComments, async (db, actor, { params, query }) => {
  const { thread } = await threadFor(db, actor, params, query);
  const { rows, ...next } = await pageOf(
    listOfComments(thread.id),
    query,
    ([after = 0], limit) => commentsAfter(db, thread, numberOf(after), limit),
    keyOfComment,
    longRows,
  );
  return { comments: rows.map(presentComment), ...next };
});

export const documentCommentGet = read(getDocumentComment, async (db, actor, { params, query }) => ({
  comment: presentComment((await commentFor(db, actor, params, query)).comment),
}));
