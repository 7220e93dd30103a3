import { type Db, isOneOf } from "../../storage/dialect.ts";

/** Returns who takes part in threads, by the threads' ids: who began one, and who wrote a comment that is still there. */
export async function participantsOf(
  db: Db,
  workspaceId: string,
  threadIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (threadIds.length === 0) return new Map();
  const began = db
    .selectFrom("threads")
    .select(["id as thread_id", "created_by as user_id"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "id", threadIds));
  const wrote = db
    .selectFrom("comments")
    .select(["thread_id", "author_user_id as user_id"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "thread_id", threadIds))
    .where("deleted_at", "is", null);
  const rows = await began.union(wrote).execute();
  const people = new Map<string, string[]>();
  for (const { thread_id, user_id } of rows)
    people.set(thread_id, [...(people.get(thread_id) ?? []), user_id]);
  return people;
}
