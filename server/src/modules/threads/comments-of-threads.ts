import type { Db } from "../../storage/dialect.ts";
import { type CommentRow, firstComments } from "./store.ts";

/** Returns all comments of threads, deleted ones too, in their order. */
export const commentsOfThreads = (
  db: Db,
  workspaceId: string,
  threadIds: readonly string[],
): Promise<CommentRow[]> => firstComments(db, workspaceId, threadIds, 1_000_000_000);
