import type { Reply, renewClaim } from "@groundplan/contract";
import { personOf } from "../../events/person.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { ClaimRow } from "./store.ts";

type AskedQuestion = Reply<typeof renewClaim>["questions"][number];

/** Characters of an answer; the thread has the rest. */
const mostOfAnswer = 2000;

/** Returns the questions asked under a claim, oldest first, so that a lost answer of a renewal loses nothing. */
export async function questionsOf(
  tx: Tx,
  claim: Pick<ClaimRow, "workspace_id" | "id">,
): Promise<AskedQuestion[]> {
  const rows = await tx
    .selectFrom("threads")
    .leftJoin("comments", (join) =>
      join
        .onRef("comments.workspace_id", "=", "threads.workspace_id")
        .onRef("comments.thread_id", "=", "threads.id")
        .onRef("comments.id", "=", "threads.answer_comment_id"),
    )
    .leftJoin("users", "users.id", "comments.author_user_id")
    .select(["threads.id", "threads.state", "threads.answer_option"])
    .select(["comments.body", "comments.author_user_id", "users.name"])
    .where("threads.workspace_id", "=", claim.workspace_id)
    .where("threads.claim_id", "=", claim.id)
    .where("threads.kind", "=", "question")
    .orderBy("threads.id")
    .execute();
  return rows.map(({ id: threadId, state, answer_option: option, body, author_user_id: author, name }) => ({
    threadId,
    state,
    answer:
      body === null
        ? null
        : {
            ...(option === null ? {} : { option }),
            body: body.slice(0, mostOfAnswer).replace(/[\ud800-\udbff]$/, ""),
            by: personOf(author, name),
          },
  }));
}
