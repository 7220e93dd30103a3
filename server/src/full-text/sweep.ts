import { command } from "../dispatch/commands.ts";
import type { Writer } from "../dispatch/writer.ts";
import type { Db, Tx } from "../storage/dialect.ts";
import { dropSomeTerms } from "./index-document.ts";

interface Dropped {
  workspaceId: string;
  document: number;
}

/** Removes some parts of a document that is gone. Returns true where none is left. */
export const dropParts = command(
  "search.dropParts",
  ({ workspaceId }: Dropped) => workspaceId,
  async (tx: Tx, { workspaceId, document }: Dropped): Promise<boolean> => {
    const isDone = await dropSomeTerms(tx, workspaceId, document);
    if (isDone)
      await tx
        .deleteFrom("search_dropped")
        .where("workspace_id", "=", workspaceId)
        .where("document", "=", document)
        .execute();
    return isDone;
  },
);

/** Removes what the index still has of long documents that are gone, a little at a time. */
export async function sweepTerms(
  { db, writer }: { db: Db; writer: Writer },
  signal: AbortSignal,
): Promise<void> {
  const dropped = await db.selectFrom("search_dropped").selectAll().execute();
  for (const { workspace_id: workspaceId, document } of dropped)
    for (let isDone = false; !isDone; ) {
      signal.throwIfAborted();
      isDone = await writer.run(dropParts, { workspaceId, document });
    }
}
