import { sql } from "kysely";
import { type Db, isOneOf } from "../../storage/dialect.ts";

interface Of {
  workspace_id: string;
  plan_id: string;
  id: string;
}

/** Lists a spec's answered questions, the latest first, with the bytes of their texts. */
export const listAnswered = (db: Db, spec: Of) =>
  withComments(db, spec)
    .select([
      "threads.id",
      sql<number>`coalesce(octet_length(question.body), 0) + octet_length(answer.body)`.as("bytes"),
    ])
    .orderBy("threads.id", "desc")
    .execute();

/** Returns questions with their answers; `body` is empty if the question was deleted. */
export const textsOfAnswered = (db: Db, spec: Of, ids: readonly string[]) =>
  withComments(db, spec)
    .leftJoin("users", "users.id", "answer.author_user_id")
    .select(["threads.id", "threads.options", "threads.answer_option", "users.name"])
    .select(["question.body as question", "answer.body as answer"])
    .where(isOneOf(db, "threads.id", ids))
    .execute();

const withComments = (db: Db, spec: Of) =>
  db
    .selectFrom("threads")
    .innerJoin("comments as answer", (join) =>
      join
        .onRef("answer.workspace_id", "=", "threads.workspace_id")
        .onRef("answer.id", "=", "threads.answer_comment_id"),
    )
    .leftJoin("comments as question", (join) =>
      join
        .onRef("question.workspace_id", "=", "threads.workspace_id")
        .onRef("question.thread_id", "=", "threads.id")
        .on("question.number", "=", 1),
    )
    .where("threads.workspace_id", "=", spec.workspace_id)
    .where("threads.document_id", "=", spec.id)
    .where("threads.plan_id", "=", spec.plan_id)
    .where("threads.kind", "=", sql.lit("question"));
