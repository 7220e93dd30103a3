import { type Input, reopenThread, resolveThread, type ThreadState } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { post } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { requireComment, requireMaintain } from "../documents/access.ts";
import { aboutDocument, disclosesPlan } from "../documents/discussion.ts";
import { countOpenQuestion } from "../specs/open-questions.ts";
import { threadFor } from "./access.ts";
import { completeThread, type WrittenThread } from "./complete.ts";
import { threadData } from "./events.ts";
import { concernedBy } from "./participants.ts";
import { type ThreadRow, updateThread } from "./store.ts";

/** Resolves a thread, with its question's answer, or opens it again without. The caller appends the event. */
export async function writeState(
  tx: Tx,
  actor: Actor,
  thread: ThreadRow,
  state: ThreadState,
  answer?: { commentId: string; option?: number | undefined },
): Promise<void> {
  const isResolved = state === "resolved";
  await updateThread(tx, thread, {
    state,
    resolved_by: isResolved ? actor.userId : null,
    resolved_at: isResolved ? now() : null,
    answer_comment_id: answer?.commentId ?? null,
    answer_option: answer?.option ?? null,
  });
  if (thread.blocking === 0) return;
  const { workspace_id: workspaceId, document_id: specId } = thread;
  await countOpenQuestion(tx, { workspaceId, specId, more: isResolved ? -1 : 1 });
}

/** Resolves or reopens a thread, for anyone who can comment. Idempotent. */
async function setState(
  tx: Tx,
  actor: Actor,
  { params, query }: Input<typeof resolveThread>,
  state: ThreadState,
): Promise<WrittenThread> {
  const { document, thread } = await threadFor(tx, actor, params, query);
  const isResolved = state === "resolved";
  // Opening a blocking question is like asking it.
  if (thread.blocking === 1 && !isResolved) requireMaintain(document);
  else requireComment(document);
  const written = { threadId: thread.id, planId: thread.plan_id };
  if (thread.state === state) return written;
  await writeState(tx, actor, thread, state);
  await appendEvents(tx, actor, [
    {
      type: isResolved ? "thread.resolved" : "thread.reopened",
      ...aboutDocument(document, thread.id),
      notifies: await concernedBy(tx, document, thread),
      data: threadData(document, thread.id),
    },
  ]);
  return written;
}

const complete = { complete: completeThread };

export const threadResolve = post<typeof resolveThread, WrittenThread>(
  resolveThread,
  disclosesPlan,
  (tx, actor, input) => setState(tx, actor, input, "resolved"),
  complete,
);
export const threadReopen = post<typeof reopenThread, WrittenThread>(
  reopenThread,
  disclosesPlan,
  (tx, actor, input) => setState(tx, actor, input, "open"),
  complete,
);
