import { sql } from "kysely";
import { oneLineExcerpt } from "../../one-line-excerpt.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import type { ItemRow } from "./store.ts";

/** Characters of a source, since mentions take many. */
const read = 2000;

/**
 * Returns items' current excerpts in one statement: of a comment, a thread's first comment, or a suggestion's
 * message.
 */
export async function excerptsOf(
  db: Db,
  workspaceId: string,
  rows: readonly ItemRow[],
): Promise<(row: ItemRow) => string> {
  const keys = new Map(rows.map((row) => [row.id, keyOf(row)]));
  const wanted = Map.groupBy(
    [...keys.values()].filter((key) => key !== null),
    ({ of }) => of,
  );
  if (wanted.size === 0) return () => "";
  const ids = (of: Key["of"]) => (wanted.get(of) ?? []).map(({ id }) => id);
  const beginning = (column: string) =>
    sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(read)})`.as("text");
  const comments = db.selectFrom("comments").where("workspace_id", "=", workspaceId);
  const found = await comments
    .select(["id", beginning("body")])
    .where(isOneOf(db, "id", ids("comment")))
    .unionAll(
      comments
        .select(["thread_id as id", beginning("body")])
        .where(isOneOf(db, "thread_id", ids("thread")))
        .where("number", "=", 1),
    )
    .unionAll(
      db
        .selectFrom("suggestions")
        .where("workspace_id", "=", workspaceId)
        .select(["id", beginning("message")])
        .where(isOneOf(db, "id", ids("suggestion"))),
    )
    .execute();
  const texts = new Map(found.map(({ id, text }) => [id, text]));
  return (row) => oneLineExcerpt(texts.get(keys.get(row.id)?.id ?? "") ?? "");
}

/** The text behind an excerpt. */
interface Key {
  of: "comment" | "thread" | "suggestion";
  id: string;
}

function keyOf({ data }: ItemRow): Key | null {
  const { commentId, threadId, suggestionId } = JSON.parse(data) as Record<string, string | undefined>;
  if (commentId !== undefined) return { of: "comment", id: commentId };
  if (threadId !== undefined) return { of: "thread", id: threadId };
  return suggestionId === undefined ? null : { of: "suggestion", id: suggestionId };
}
