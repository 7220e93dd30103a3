import { sql } from "kysely";
import type { Db, Tx } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import type { FoundDocument } from "../documents/access.ts";
import { ownersOfDocument } from "../documents/owners.ts";
import type { CommentRow, ThreadRow } from "./store.ts";

/**
 * Returns a thread's recipients: document owners, its creator and current commenters. A new thread has only
 * owners.
 */
export async function concernedBy(db: Db, document: FoundDocument, thread?: ThreadRow): Promise<string[]> {
  const owners = (await ownersOfDocument(db, document)).map(({ userId }) => userId);
  if (!thread) return owners;
  const wrote = await writersOf(db, { workspaceId: document.workspaceId, threadId: thread.id });
  return [...owners, thread.created_by, ...wrote.map(({ user_id }) => user_id)];
}

const writersOf = statement((db, param: Param<{ workspaceId: string; threadId: string }>) =>
  db
    .selectFrom("thread_people")
    .select("user_id")
    .where("workspace_id", "=", param("workspaceId"))
    .where("thread_id", "=", param("threadId"))
    .where("comments", ">", 0),
);

/** Updates a user's comment count in a thread. */
export async function countComment(
  tx: Tx,
  {
    workspace_id,
    thread_id,
    author_user_id,
  }: Pick<CommentRow, "workspace_id" | "thread_id" | "author_user_id">,
  more: 1 | -1,
): Promise<void> {
  await addToCount(tx, { workspace_id, thread_id, user_id: author_user_id, comments: more });
}

type Count = { workspace_id: string; thread_id: string; user_id: string; comments: number };

const addToCount = statement((tx, param: Param<Count>) =>
  tx
    .insertInto("thread_people")
    .values({
      workspace_id: param("workspace_id"),
      thread_id: param("thread_id"),
      user_id: param("user_id"),
      comments: param("comments"),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "thread_id", "user_id"])
        .doUpdateSet({ comments: sql<number>`thread_people.comments + excluded.comments` }),
    ),
);
