import { type Comment, commentLimits, listComments, type Thread } from "@groundplan/contract";
import { type AnchorRow, anchorsOf, presentAnchor } from "../../anchors/anchor-rows.ts";
import { credentialOf } from "../../events/credential.ts";
import { personOf } from "../../events/person.ts";
import type { Db } from "../../storage/dialect.ts";
import { cutPage } from "../paging.ts";
import { type CommentRow, firstComments, type ThreadRow } from "./store.ts";

/** Returns the API's form of threads, in two statements. */
export async function presentThreads(
  db: Db,
  workspaceId: string,
  rows: readonly ThreadRow[],
): Promise<Thread[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const anchors = await anchorsOf(db, workspaceId, ids);
  const comments = await firstComments(db, workspaceId, ids, commentLimits.shown);
  const own = Map.groupBy(comments, ({ thread_id }) => thread_id);
  return rows.map((row) => presentThread(row, anchors.get(row.id), own.get(row.id) ?? []));
}

function presentThread(row: ThreadRow, anchor: AnchorRow | undefined, comments: CommentRow[]): Thread {
  const { created_by, creator_name, resolved_at, resolved_by, resolver_name } = row;
  return {
    id: row.id,
    documentId: row.document_id,
    kind: row.kind,
    state: row.state,
    blocking: row.blocking === 1,
    options: JSON.parse(row.options) as string[],
    answer: answerOf(row),
    anchor: anchor ? presentAnchor(anchor) : null,
    createdAt: row.created_at,
    createdBy: personOf(created_by, creator_name),
    ...(resolved_at === null
      ? {}
      : { resolvedAt: resolved_at, resolvedBy: personOf(resolved_by, resolver_name) }),
    comments: comments.map(presentComment),
    commentCount: row.comment_count,
    ...restOf(row, comments),
  };
}

function answerOf({ answer_comment_id, answer_option }: ThreadRow): Thread["answer"] {
  if (answer_comment_id === null) return null;
  return { commentId: answer_comment_id, ...(answer_option === null ? {} : { option: answer_option }) };
}

/** Returns the cursor of further comments. */
function restOf({ id, comment_count }: ThreadRow, shown: readonly CommentRow[]) {
  const last = shown.at(-1);
  if (!last || comment_count <= last.number) return {};
  const page = { after: null, limit: shown.length };
  const { nextCursor } = cutPage(listOfComments(id), page, [...shown, last], keyOfComment);
  return nextCursor === undefined ? {} : { commentsCursor: nextCursor };
}

export const listOfComments = (threadId: string): string => `${listComments.id} ${threadId}`;
export const keyOfComment = ({ number }: Pick<CommentRow, "number">): number[] => [number];

export function presentComment(row: CommentRow): Comment {
  return {
    id: row.id,
    threadId: row.thread_id,
    body: row.body,
    author: personOf(row.author_user_id, row.author_name),
    credential: credentialOf(row),
    mentions: JSON.parse(row.mentions) as string[],
    createdAt: row.created_at,
    ...(row.edited_at === null ? {} : { editedAt: row.edited_at }),
    ...(row.deleted_at === null ? {} : { deletedAt: row.deleted_at }),
  };
}
