import type { ThreadState } from "@groundplan/contract";
import { credentialNames } from "../../events/credential.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { insertInto, type Param, statement } from "../../storage/statement.ts";
import type { Tables } from "../../storage/tables.ts";

/** Selects threads with names of creators and resolvers, null for deleted accounts. */
export const threadsIn = (db: Db, workspaceId: string) =>
  db
    .selectFrom("threads")
    .leftJoin("users as creator", "creator.id", "threads.created_by")
    .leftJoin("users as resolver", "resolver.id", "threads.resolved_by")
    .selectAll("threads")
    .select(["creator.name as creator_name", "resolver.name as resolver_name"])
    .where("threads.workspace_id", "=", workspaceId);

export type ThreadRow = Awaited<ReturnType<ReturnType<typeof threadsIn>["execute"]>>[number];

export const threadOfId = statement((db, param: Param<{ workspaceId: string; id: string }>) =>
  threadsIn(db, param("workspaceId")).where("threads.id", "=", param("id")),
);

/** A document and its deciding plan. */
interface Of {
  workspaceId: string;
  documentId: string;
  planId: string | null;
}

/** Lists a document's threads by creation, after an id. */
export function threadsAfter(
  db: Db,
  { workspaceId, documentId, planId }: Of,
  state: ThreadState | "all",
  after: string,
  limit: number,
): Promise<ThreadRow[]> {
  const own = threadsIn(db, workspaceId)
    .where("threads.document_id", "=", documentId)
    .where("threads.plan_id", planId === null ? "is" : "=", planId)
    .where("threads.id", ">", after)
    .orderBy("threads.id")
    .limit(limit);
  return (state === "all" ? own : own.where("threads.state", "=", state)).execute();
}

/** Selects comments with names of authors and credentials. */
const commentsOf = (db: Db, workspaceId: string) =>
  db
    .selectFrom("comments")
    .leftJoin("users", "users.id", "comments.author_user_id")
    .selectAll("comments")
    .select("users.name as author_name")
    .select(credentialNames("comments"))
    .where("comments.workspace_id", "=", workspaceId);

export type CommentRow = Awaited<ReturnType<ReturnType<typeof commentsOf>["execute"]>>[number];

export const commentOfId = statement((db, param: Param<{ workspaceId: string; id: string }>) =>
  commentsOf(db, param("workspaceId")).where("comments.id", "=", param("id")),
);

/** Returns each thread's first comments in order. */
export function firstComments(
  db: Db,
  workspaceId: string,
  threadIds: readonly string[],
  most: number,
): Promise<CommentRow[]> {
  return commentsOf(db, workspaceId)
    .where(isOneOf(db, "comments.thread_id", threadIds))
    .where("comments.number", "<=", most)
    .orderBy("comments.thread_id")
    .orderBy("comments.number")
    .execute();
}

/** Lists a thread's comments after a number. */
export function commentsAfter(
  db: Db,
  { workspace_id, id }: Pick<ThreadRow, "workspace_id" | "id">,
  after: number,
  limit: number,
): Promise<CommentRow[]> {
  return commentsOf(db, workspace_id)
    .where("comments.thread_id", "=", id)
    .where("comments.number", ">", after)
    .orderBy("comments.number")
    .limit(limit)
    .execute();
}

export const insertThreads = insertInto("threads");
export const insertComments = insertInto("comments");

type Change = { workspaceId: string; id: string; count: number };

export const setCommentCount = statement((tx, param: Param<Change>) =>
  tx
    .updateTable("threads")
    .set({ comment_count: param("count") })
    .where("workspace_id", "=", param("workspaceId"))
    .where("id", "=", param("id")),
);

export async function updateThread(
  tx: Db,
  { workspace_id, id }: Pick<ThreadRow, "workspace_id" | "id">,
  change: Partial<Tables["threads"]>,
): Promise<void> {
  await tx
    .updateTable("threads")
    .set(change)
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", id)
    .execute();
}

export async function updateCommentRow(
  tx: Db,
  { workspace_id, id }: Pick<CommentRow, "workspace_id" | "id">,
  change: Partial<Pick<Tables["comments"], "body" | "mentions" | "edited_at" | "deleted_at">>,
): Promise<void> {
  await tx
    .updateTable("comments")
    .set(change)
    .where("workspace_id", "=", workspace_id)
    .where("id", "=", id)
    .execute();
}

/** Deletes a thread's last comment and the deleted ones before it. Returns the number left. */
export async function removeLastComments(
  tx: Db,
  { workspace_id, thread_id, number }: Pick<CommentRow, "workspace_id" | "thread_id" | "number">,
): Promise<number> {
  const own = tx
    .selectFrom("comments")
    .where("workspace_id", "=", workspace_id)
    .where("thread_id", "=", thread_id);
  const last = await own
    .select("number")
    .where("deleted_at", "is", null)
    .where("number", "<", number)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  const left = last?.number ?? 0;
  await tx
    .deleteFrom("comments")
    .where("workspace_id", "=", workspace_id)
    .where("thread_id", "=", thread_id)
    .where("number", ">", left)
    .execute();
  return left;
}
