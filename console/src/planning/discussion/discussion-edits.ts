import {
  acceptSuggestion,
  answerThread,
  type Comment,
  createComment,
  createSuggestion,
  createThread,
  type Document,
  deleteDocumentComment,
  getDocument,
  getSpec,
  listComments,
  listQuestions,
  listSpecs,
  listSpecVersions,
  listSuggestions,
  listThreads,
  type Reply,
  type Request,
  rejectSuggestion,
  reopenThread,
  resolveDocument,
  resolveThread,
  type Suggestion,
  type Thread,
  updateDocumentComment,
  withdrawSuggestion,
} from "@groundplan/contract";
import { call } from "../../api/call.ts";
import type { CacheChange } from "../../api/optimistic.ts";
import { invalidate } from "../../api/read.ts";
import { toast } from "../../components/overlays/toast.tsx";
import { changeOf } from "../../edits/change.ts";
import { sendEdit, sendEdits } from "../../edits/edit.ts";
import { sendAfterUndo } from "../../edits/send-after-undo.ts";
import { requestOf } from "./discussion.ts";

/** A source range. */
export interface Words {
  from: number;
  to: number;
}

/** The first comment of a thread, and what makes it a question. */
export type Begun = Pick<Request<typeof createThread>["body"], "body" | "kind" | "blocking" | "options">;

/** Creates a thread about words or the whole text. */
export async function beginThread(
  document: Document,
  begun: Begun,
  about?: Words & { source: string },
): Promise<Thread> {
  const anchor = about && {
    exact: about.source.slice(about.from, about.to),
    prefix: about.source.slice(Math.max(0, about.from - 32), about.from),
    suffix: about.source.slice(about.to, about.to + 32),
    start: about.from,
  };
  const base = anchor ? { anchor, baseRevision: document.revision } : {};
  const { thread } = await call(createThread, { ...requestOf(document), body: { ...begun, ...base } });
  await invalidate(listThreads, listQuestions);
  return thread;
}

export async function reply(document: Document, threadId: string, body: string): Promise<void> {
  const { params, query } = requestOf(document);
  await call(createComment, { params: { ...params, threadId }, query, body: { body } });
  await invalidate(listThreads, listComments);
}

const answerOf = ({ documentId, id }: Thread) => ({ params: { documentId, threadId: id } });

/** Answers a question by one of its options, optimistically. */
export async function choose(question: Thread, option: number): Promise<void> {
  const changeQuestion = (changes: object): CacheChange => {
    const change = changeOf([listThreads], question.id, changes);
    return (data, key) =>
      key[0] === listQuestions.path && Array.isArray(data)
        ? data.filter((one: Thread) => one.id !== question.id)
        : change(data, key);
  };
  const isMade = await sendEdits({
    subject: question.id,
    change: changeQuestion({ state: "resolved" }),
    send: async (once) => {
      const { thread } = await call(answerThread, { ...answerOf(question), body: { option } }, once);
      return changeQuestion(thread);
    },
    touches: [listThreads, listQuestions],
  });
  if (isMade) toast("The question is answered.");
}

/** Answers a question in words. */
export async function answer(question: Thread, body: string): Promise<void> {
  await call(answerThread, { ...answerOf(question), body: { body } });
  await invalidate(listThreads, listComments, listQuestions);
}

/** Resolves or reopens a thread optimistically, with an undo. */
export async function setState(document: Document, thread: Thread, state: Thread["state"]): Promise<void> {
  const { params, query } = requestOf(document);
  const endpoint = state === "resolved" ? resolveThread : reopenThread;
  const isMade = await sendEdits({
    subject: thread.id,
    change: changeOf([listThreads], thread.id, { state }),
    send: async (once) => {
      const answer = await call(endpoint, { params: { ...params, threadId: thread.id }, query }, once);
      return changeOf([listThreads], thread.id, answer.thread);
    },
    touches: [listThreads],
  });
  if (isMade && state === "resolved")
    toast("The thread is resolved.", () => setState(document, { ...thread, state }, "open"));
}

/** Edits a comment, with an undo. Throws if refused. */
export async function rewrite(document: Document, comment: Comment, body: string): Promise<void> {
  const { params, query } = requestOf(document);
  const change = changeComment(comment, (one) => ({ ...one, body }));
  await sendEdit({
    subject: comment.id,
    change,
    send: async () => {
      const at = { ...params, commentId: comment.id };
      const answer = await call(updateDocumentComment, { params: at, query, body: { body } });
      return changeComment(comment, () => answer.comment);
    },
    touches: [listThreads, listComments],
  });
  toast("The comment is saved.", () => rewrite(document, { ...comment, body }, comment.body));
}

/** Hides a comment at once, but deletes it only after the undo message. */
export function remove(document: Document, { id, threadId }: Comment): void {
  const { params, query } = requestOf(document);
  const change: CacheChange = (data, [path]) => {
    if (!Array.isArray(data)) return data;
    if (path === listComments.path) return data.filter((one: Comment) => one.id !== id);
    if (path !== listThreads.path) return data;
    return data.map((thread: Thread) => {
      const comments = thread.comments.filter((one) => one.id !== id);
      return thread.id === threadId && comments.length < thread.comments.length
        ? { ...thread, comments, commentCount: thread.commentCount - 1 }
        : thread;
    });
  };
  sendAfterUndo({
    says: "The comment is deleted.",
    change,
    send: () => call(deleteDocumentComment, { params: { ...params, commentId: id }, query }),
    touches: [listThreads, listComments],
  });
}

/** Returns a change of one comment. */
const changeComment =
  ({ id, threadId }: Comment, changed: (comment: Comment) => Comment): CacheChange =>
  (data, [path]) => {
    if (path === listComments.path && Array.isArray(data))
      return data.map((one: Comment) => (one.id === id ? changed(one) : one));
    if (path !== listThreads.path || !Array.isArray(data)) return data;
    return data.map((thread: Thread) =>
      thread.id === threadId
        ? { ...thread, comments: thread.comments.map((one) => (one.id === id ? changed(one) : one)) }
        : thread,
    );
  };

/** Creates a suggestion to replace words. */
export async function suggest(
  document: Document,
  { from, to }: Words,
  replacement: string,
  message: string,
): Promise<Suggestion> {
  const { suggestion } = await call(createSuggestion, {
    ...requestOf(document),
    body: {
      baseRevision: document.revision,
      hunks: [{ start: from, end: to, replacement }],
      ...(message === "" ? {} : { message }),
    },
  });
  await invalidate(listSuggestions);
  return suggestion;
}

const texts = [getSpec, getDocument, resolveDocument, listSpecVersions] as const;

/** Accepts a suggestion as the user, without some of its specs. */
export async function accept(
  document: Document,
  { id, specs }: Suggestion,
  left: ReadonlySet<string>,
): Promise<Reply<typeof acceptSuggestion>> {
  const { params, query } = requestOf(document);
  const body = left.size === 0 ? {} : { specs: specs.flatMap(({ ref }) => (left.has(ref) ? [] : [ref])) };
  const answer = await call(acceptSuggestion, { params: { ...params, suggestionId: id }, query, body });
  await invalidate(listSuggestions, listThreads, listSpecs, ...texts);
  return answer;
}

/** Rejects or withdraws a suggestion optimistically. */
export async function end(
  document: Document,
  { id }: Suggestion,
  how: "reject" | "withdraw",
  reason = "",
): Promise<void> {
  const { params, query } = requestOf(document);
  const request = { params: { ...params, suggestionId: id }, query };
  const isMade = await sendEdits({
    subject: id,
    change: changeOf([listSuggestions], id, { state: "rejected" }),
    send: async (once) => {
      if (how === "withdraw") await call(withdrawSuggestion, request, once);
      else await call(rejectSuggestion, { ...request, body: reason === "" ? {} : { reason } }, once);
      return changeOf([listSuggestions], id, { state: "rejected" });
    },
    touches: [listSuggestions],
  });
  if (!isMade) return;
  await invalidate(listSuggestions);
  toast(
    how === "reject" ? "The suggestion is rejected. The text is unchanged." : "The suggestion is withdrawn.",
  );
}
