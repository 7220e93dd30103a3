import { sql } from "kysely";
import { ApiError } from "../../errors.ts";
import { oneLineExcerpt } from "../../one-line-excerpt.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { type Param, statement } from "../../storage/statement.ts";
import { specHandle } from "../handles.ts";
import type { SpecRow } from "./access.ts";
import type { Reason } from "./readiness/index.ts";

/** Questions among the reasons of a readiness, and in the details of a refusal. */
const mostReasons = 8;
const mostNamed = 100;
/** Characters read of a question, of which mentions take many. */
const read = 2000;

interface Count {
  workspaceId: string;
  specId: string;
  more: 1 | -1;
}

/** Counts a blocking question about a spec that was opened or closed. */
export const countOpenQuestion = statement((tx, param: Param<Count>) =>
  tx
    .updateTable("specs")
    .set((set) => ({ open_questions: set("open_questions", "+", param("more")) }))
    .where("workspace_id", "=", param("workspaceId"))
    .where("id", "=", param("specId")),
);

/** Returns a reason for each of a spec's open blocking questions, the oldest first. */
export async function questionReasons(
  db: Db,
  { workspace_id: workspaceId, id: specId, open_questions }: Asked,
): Promise<Reason[]> {
  if (open_questions === 0) return [];
  const questions = await openQuestions(db, { workspaceId, specId, limit: mostReasons });
  return questions.map(({ words }) => ({
    code: "open_question",
    text: oneLineExcerpt(words ?? "") || "A question whose words were deleted.",
    line: null,
    fix: "Answer the question, or resolve it.",
  }));
}

type Asked = Pick<SpecRow, "workspace_id" | "id" | "open_questions">;

/** Throws 409 for specs with an open blocking question. */
export async function refuseOpenQuestions(
  tx: Tx,
  specs: readonly (Asked & Pick<SpecRow, "number">)[],
): Promise<void> {
  const asked = specs.filter(({ open_questions }) => open_questions > 0);
  if (asked.length === 0) return;
  const threads: string[] = [];
  for (const { workspace_id: workspaceId, id: specId } of asked.slice(0, mostNamed)) {
    const limit = mostNamed - threads.length;
    for (const question of await openQuestions(tx, { workspaceId, specId, limit })) threads.push(question.id);
  }
  const handles = asked.map(({ number }) => specHandle(number)).join(", ");
  throw new ApiError(
    "question_open",
    `A blocking question about ${handles.slice(0, 200)} is open. Answer or resolve it first.`,
    { threads },
  );
}

/** Returns a spec's open blocking questions, the oldest first. */
const openQuestions = statement((db, param: Param<{ workspaceId: string; specId: string; limit: number }>) =>
  db
    .selectFrom("threads")
    .leftJoin("comments", (join) =>
      join
        .onRef("comments.workspace_id", "=", "threads.workspace_id")
        .onRef("comments.thread_id", "=", "threads.id")
        .on("comments.number", "=", 1),
    )
    .select(["threads.id", sql<string | null>`substr(comments.body, 1, ${sql.lit(read)})`.as("words")])
    .where("threads.workspace_id", "=", param("workspaceId"))
    .where("threads.document_id", "=", param("specId"))
    // Literals, so that the partial index applies.
    .where("threads.blocking", "=", sql.lit(1))
    .where("threads.state", "=", sql.lit("open"))
    .orderBy("threads.id")
    .limit(param("limit")),
);
