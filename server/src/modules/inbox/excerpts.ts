import { type Db, isOneOf } from "../../storage/dialect.ts";
import type { ItemRow } from "./store.ts";

/** The most characters of an excerpt, and those of a text that one is made of, since mentions take many. */
const most = 200;
const read = 2000;

/**
 * Returns the excerpts of items, as their texts read now, by one statement for all of them: of a comment, else of the
 * first one of a thread.
 */
export async function excerptsOf(
  db: Db,
  workspaceId: string,
  rows: readonly ItemRow[],
): Promise<(row: ItemRow) => string> {
  const names = rows.map(({ data }) => JSON.parse(data) as { commentId?: string; threadId?: string });
  const comments = names.flatMap(({ commentId }) => commentId ?? []);
  const threads = names.flatMap(({ commentId, threadId }) => (commentId ? [] : (threadId ?? [])));
  if (comments.length + threads.length === 0) return () => "";
  const own = db
    .selectFrom("comments")
    .select(["id", "thread_id"])
    .select((row) => row.fn<string>("substr", ["body", row.lit(1), row.lit(read)]).as("text"))
    .where("workspace_id", "=", workspaceId);
  const found = await own
    .where(isOneOf(db, "id", comments))
    .unionAll(own.where(isOneOf(db, "thread_id", threads)).where("number", "=", 1))
    .execute();
  const byComment = new Map(found.map(({ id, text }) => [id, text]));
  const byThread = new Map(found.map(({ thread_id, text }) => [thread_id, text]));
  const texts = new Map(
    rows.map((row, n) => {
      const { commentId, threadId = "" } = names[n] ?? {};
      return [row.id, (commentId ? byComment.get(commentId) : byThread.get(threadId)) ?? ""];
    }),
  );
  return ({ id }) => excerptOf(texts.get(id) ?? "");
}

/** Returns the beginning of a text in one line, with names in the place of mentions. */
export function excerptOf(text: string): string {
  const line = text
    .replaceAll(/\[(@[^\][\n]{1,400})\]\(user:[^()\s]{1,100}\)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
  const characters = [...line.slice(0, 2 * most + 1)];
  return characters.length <= most ? characters.join("") : `${characters.slice(0, most - 1).join("")}…`;
}
