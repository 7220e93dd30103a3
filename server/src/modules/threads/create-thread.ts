import { createThread, type Input } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { anchorRow, insertAnchors } from "../../anchors/anchor-rows.ts";
import { post } from "../../dispatch/handlers.ts";
import { presentedClaim } from "../../dispatch/presented-claim.ts";
import { invalid } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import { documentFor, type FoundDocument, requireComment, requireMaintain } from "../documents/access.ts";
import { aboutDocument, disclosesPlan, planIdOf } from "../documents/discussion.ts";
import { countOpenQuestion } from "../specs/open-questions.ts";
import { newComment } from "./add-comment.ts";
import { completeThread, type WrittenThread } from "./complete.ts";
import { threadData } from "./events.ts";
import { indexThread } from "./index-thread.ts";
import { readMentions } from "./mentions.ts";
import { concernedBy, countComment } from "./participants.ts";
import { type Prepared, prepareAnchor, preparedAnchor } from "./place-anchor.ts";
import { insertComments, insertThreads } from "./store.ts";

/** Throws unless the actor can begin the thread: 400 for a blocking one about no spec, 403, then 409. */
function requireBegin(document: FoundDocument, { blocking }: Pick<Body, "blocking">): FoundDocument {
  if (!blocking) return requireComment(document);
  if (document.kind !== "spec") throw invalid("/blocking", "is for questions about a spec; leave it out");
  return requireMaintain(document);
}

type Body = Input<typeof createThread>["body"];

/** Creates a thread with its first comment. */
async function create(
  tx: Tx,
  actor: Actor,
  { params, query, body, prepared }: Input<typeof createThread> & { prepared: Prepared | null },
): Promise<WrittenThread> {
  const document = requireBegin(await documentFor(tx, actor, params.documentId, query), body);
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
    kind: body.kind,
    blocking: body.blocking ? (1 as const) : (0 as const),
    options: JSON.stringify(body.options ?? []),
    answer_comment_id: null,
    answer_option: null,
    credential_id: actor.credentialId,
    claim_id: presentedClaim(tx)?.id ?? null,
  };
  const comment = newComment(actor, thread, thread.comment_count, body.body, mentions);
  await insertThreads(tx, [thread]);
  await insertComments(tx, [comment]);
  await countComment(tx, comment, 1);
  if (anchor)
    await insertAnchors(tx, [anchorRow({ workspaceId, documentId, id: thread.id, kind: "thread" }, anchor)]);
  await indexThread(tx, thread, comment);
  if (body.blocking) await countOpenQuestion(tx, { workspaceId, specId: documentId, more: 1 });
  const about = aboutDocument(document, thread.id);
  const notifies = await concernedBy(tx, document);
  const said = threadData(document, thread.id);
  await appendEvents(tx, actor, [
    body.kind === "question"
      ? {
          type: "question.asked",
          ...about,
          notifies,
          // A person's agent asks with their key: they are who can answer.
          isByAgent: actor.signedInAt === null,
          data: { ...said, mentioned, blocking: body.blocking ?? false },
        }
      : { type: "thread.created", ...about, notifies, data: { ...said, mentioned } },
  ]);
  return { threadId: thread.id, planId: thread.plan_id };
}

export const threadCreate = post<typeof createThread, WrittenThread>(createThread, disclosesPlan, create, {
  prepare: prepareAnchor,
  complete: completeThread,
});
