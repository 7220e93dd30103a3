import { type Db, isOneOf } from "../../storage/dialect.ts";
import type { FoundDocument } from "../documents/access.ts";
import { ownersOfDocument } from "../documents/owners.ts";

/** Returns whom a thread concerns: who takes part in it, and who owns its document. A new thread has only the latter. */
export async function concernedBy(db: Db, document: FoundDocument, threadId?: string): Promise<string[]> {
  const owners = await ownersOfDocument(db, document);
  const ids = threadId === undefined ? [] : [threadId];
  const people = await participantsOf(db, document.workspaceId, ids);
  return [...owners.map(({ userId }) => userId), ...[...people.values()].flat()];
}

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
