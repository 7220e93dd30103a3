import { indexHead, indexSlice, numberIn } from "../../full-text/index-document.ts";
import { slice, termsOfSlice } from "../../full-text/slices.ts";
import type { Tx } from "../../storage/dialect.ts";
import { type CommentRow, commentsAfter, type ThreadRow } from "./store.ts";

/** Index slices per comment; the longest takes three. */
export const slicesOfComment = 4;
/** Indexed comments per thread, bounded by a document's slices. */
const mostIndexed = 4000;

type Thread = Pick<ThreadRow, "workspace_id" | "id" | "plan_id" | "project_id">;
type Comment = Pick<CommentRow, "number" | "body">;

/** Indexes a new thread without comments. */
const indexHeadOf = (tx: Tx, { workspace_id, id, plan_id, project_id }: Thread): Promise<number> => {
  const location = { planId: plan_id, projectId: plan_id === null ? project_id : null };
  return indexHead(tx, { workspaceId: workspace_id, kind: "thread", id, ...location, title: "" });
};

/** Replaces a comment's index entry; removes it without a text. */
export async function indexComment(tx: Tx, thread: Thread, comment: Comment, before = ""): Promise<void> {
  if (comment.number > mostIndexed) return;
  const { workspace_id: workspaceId, id } = thread;
  const document = await numberIn(tx, { workspaceId, kind: "thread", id });
  if (document !== undefined) await putComment(tx, { workspaceId, document }, comment, before);
}

export async function indexThread(tx: Tx, thread: Thread, comment: Comment): Promise<void> {
  const document = await indexHeadOf(tx, thread);
  await putComment(tx, { workspaceId: thread.workspace_id, document }, comment);
}

async function putComment(
  tx: Tx,
  document: { workspaceId: string; document: number },
  { number, body }: Comment,
  before = "",
): Promise<void> {
  const first = (number - 1) * slicesOfComment;
  const longest = Math.max(body.length, before.length);
  for (let n = 0; n * slice < longest; n++)
    await indexSlice(tx, document, first + n, termsOfSlice(body, n * slice, (n + 1) * slice));
}

/**
 * Indexes a thread's current state with all comments. Threads about deleted specs or sources left in another
 * project get an unreadable location.
 */
export async function indexThreadOf(tx: Tx, workspaceId: string, id: string): Promise<void> {
  const thread = await tx
    .selectFrom("threads")
    .leftJoin("deleted_specs", (join) =>
      join
        .onRef("deleted_specs.workspace_id", "=", "threads.workspace_id")
        .onRef("deleted_specs.id", "=", "threads.document_id"),
    )
    .leftJoin("plans as elsewhere", (join) =>
      join
        .onRef("elsewhere.workspace_id", "=", "threads.workspace_id")
        .onRef("elsewhere.id", "=", "threads.plan_id")
        .onRef("elsewhere.project_id", "<>", "threads.project_id"),
    )
    .select(["threads.workspace_id", "threads.id", "threads.project_id"])
    .select((builder) =>
      builder
        .case()
        .when(
          builder.or([builder("deleted_specs.id", "is not", null), builder("elsewhere.id", "is not", null)]),
        )
        .then(builder.ref("threads.document_id"))
        .else(builder.ref("threads.plan_id"))
        .end()
        .as("plan_id"),
    )
    .where("threads.workspace_id", "=", workspaceId)
    .where("threads.id", "=", id)
    .executeTakeFirst();
  if (!thread) return;
  const document = await indexHeadOf(tx, thread);
  for (let after = 0; after < mostIndexed; ) {
    const comments = await commentsAfter(tx, thread, after, commentsAtOnce);
    for (const comment of comments) await putComment(tx, { workspaceId, document }, comment);
    if (comments.length < commentsAtOnce) return;
    after = comments.at(-1)?.number ?? mostIndexed;
  }
}

const commentsAtOnce = 100;
