import type { Actor } from "../../actor.ts";
import { newId, now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { PlanRow } from "../plans/access.ts";
import { newComment, writeComment } from "./add-comment.ts";
import { indexThread } from "./index-thread.ts";
import { countComment } from "./participants.ts";
import { insertComments, insertThreads, type ThreadRow, threadOfId } from "./store.ts";

interface Said {
  /** An earlier thread, which is begun again if it is gone. */
  threadId: string | undefined;
  /** The first comment of a new thread. */
  opening: string;
  bodies: readonly string[];
}

/** Adds comments without mentions to a thread about a spec of an editable plan. The caller appends the event. */
export async function addToThread(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  specId: string,
  { threadId, opening, bodies }: Said,
): Promise<{ threadId: string; isNew: boolean; lastId: string }> {
  const { workspaceId } = actor;
  const [found] = threadId === undefined ? [] : await threadOfId(tx, { workspaceId, id: threadId });
  const thread = found ?? (await begin(tx, actor, plan, specId, opening));
  let [count, lastId] = [thread.comment_count, ""];
  for (const body of bodies)
    ({ number: count, id: lastId } = await writeComment(
      tx,
      actor,
      { ...thread, comment_count: count },
      body,
      [],
    ));
  return { threadId: thread.id, isNew: found === undefined, lastId };
}

/** Begins a thread with a comment that says where the others are from. */
async function begin(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  specId: string,
  opening: string,
): Promise<ThreadRow> {
  const row = {
    workspace_id: actor.workspaceId,
    id: newId(),
    document_id: specId,
    document_kind: "spec" as const,
    plan_id: plan.id,
    project_id: plan.project_id,
    state: "open" as const,
    comment_count: 1,
    created_by: actor.userId,
    created_at: now(),
    resolved_by: null,
    resolved_at: null,
    kind: "comment" as const,
    blocking: 0 as const,
    options: "[]",
    answer_comment_id: null,
    answer_option: null,
    credential_id: actor.credentialId,
    claim_id: null,
  };
  const comment = newComment(actor, row, 1, opening, []);
  await insertThreads(tx, [row]);
  await insertComments(tx, [comment]);
  await countComment(tx, comment, 1);
  await indexThread(tx, row, comment);
  return { ...row, creator_name: null, resolver_name: null };
}
