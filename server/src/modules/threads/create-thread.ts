import { createThread, type Input } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { anchorRow, insertAnchors } from "../../anchors/anchor-rows.ts";
import { post } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { documentFor, requireComment } from "../documents/access.ts";
import { aboutDocument, disclosesPlan, planIdOf } from "../documents/discussion.ts";
import { newComment } from "./add-comment.ts";
import { completeThread, type WrittenThread } from "./complete.ts";
import { threadData } from "./events.ts";
import { indexThread } from "./index-thread.ts";
import { readMentions } from "./mentions.ts";
import { concernedBy, countComment } from "./participants.ts";
import { type Prepared, prepareAnchor, preparedAnchor } from "./place-anchor.ts";
import { insertComments, insertThreads } from "./store.ts";

/** Creates a thread with its first comment. */
async function create(
  tx: Tx,
  actor: Actor,
  { params, query, body, prepared }: Input<typeof createThread> & { prepared: Prepared | null },
): Promise<WrittenThread> {
  const document = requireComment(await documentFor(tx, actor, params.documentId, query));
  const { mentions, mentioned } = await readMentions(tx, document, body.body);
  const anchor = await preparedAnchor(tx, document, body, prepared);
  const { workspaceId } = actor;
  const documentId = document.id;
  const thread = {
    workspace_id: workspaceId,
    id: newId(),
    document_id: documentId,
    document_kind: document.kind,
    plan_id: planIdOf(document),
    project_id: document.projectId,
    state: "open" as const,
    comment_count: 1,
    created_by: actor.userId,
    created_at: now(),
    resolved_by: null,
    resolved_at: null,
  };
  const comment = newComment(actor, thread, thread.comment_count, body.body, mentions);
  await insertThreads(tx, [thread]);
  await insertComments(tx, [comment]);
  await countComment(tx, comment, 1);
  if (anchor)
    await insertAnchors(tx, [anchorRow({ workspaceId, documentId, id: thread.id, kind: "thread" }, anchor)]);
  await indexThread(tx, thread, comment);
  await appendEvents(tx, actor, [
    {
      type: "thread.created",
      ...aboutDocument(document, thread.id),
      notifies: await concernedBy(tx, document),
      data: { ...threadData(document, thread.id), mentioned },
    },
  ]);
  return { threadId: thread.id, planId: thread.plan_id };
}

export const threadCreate = post<typeof createThread, WrittenThread>(createThread, disclosesPlan, create, {
  prepare: prepareAnchor,
  complete: completeThread,
});
