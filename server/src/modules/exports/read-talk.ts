import type { Actor } from "../../actor.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { commentsOfThreads } from "../threads/comments-of-threads.ts";
import type { TreeComment } from "./tree.ts";

/** Returns the comments of specs by id, in their order. */
export async function commentsOf(
  db: Db,
  { workspaceId }: Actor,
  planIds: readonly string[],
): Promise<Map<string, TreeComment[]>> {
  const threads = await db
    .selectFrom("threads")
    .select(["id", "document_id"])
    .where("workspace_id", "=", workspaceId)
    .where(isOneOf(db, "plan_id", planIds))
    .where("document_kind", "=", "spec")
    .execute();
  if (threads.length === 0) return new Map();
  const specOf = new Map(threads.map(({ id, document_id }) => [id, document_id]));
  const comments = await commentsOfThreads(db, workspaceId, [...specOf.keys()]);
  const rows = comments.filter(({ deleted_at }) => deleted_at === null);
  const ofSpec = Map.groupBy(rows, ({ thread_id }) => specOf.get(thread_id) ?? "");
  return new Map(
    [...ofSpec].map(([specId, said]) => [
      specId,
      said.map(({ author_name, created_at, body }) => ({
        author: author_name ?? "Somebody",
        at: created_at,
        text: body,
      })),
    ]),
  );
}
