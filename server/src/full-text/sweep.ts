import { command } from "../dispatch/commands.ts";
import type { Writer } from "../dispatch/writer.ts";
import { type Db, isOneOf, type Tx } from "../storage/dialect.ts";
import { dropTermsOf } from "../storage/full-text.ts";
import { mostDropped } from "./index-document.ts";

interface Dropped {
  workspaceId: string;
  documents: readonly number[];
}

/** Documents per command; most have two or three parts. */
const documentsAtOnce = 30;

/** Removes some parts of deleted documents. Returns true if none are left. */
export const dropParts = command(
  "search.dropParts",
  ({ workspaceId }: Dropped) => workspaceId,
  async (tx: Tx, { workspaceId, documents }: Dropped): Promise<boolean> => {
    const isDone = await dropTermsOf(tx, workspaceId, documents, mostDropped);
    if (isDone)
      await tx
        .deleteFrom("search_dropped")
        .where("workspace_id", "=", workspaceId)
        .where(isOneOf(tx, "document", documents))
        .execute();
    return isDone;
  },
);

/** Removes the terms of deleted documents in small steps. */
export async function sweepTerms(
  { db, writer }: { db: Db; writer: Writer },
  signal: AbortSignal,
): Promise<void> {
  const dropped = await db.selectFrom("search_dropped").selectAll().execute();
  for (const [workspaceId, own] of Map.groupBy(dropped, (row) => row.workspace_id))
    for (let index = 0; index < own.length; index += documentsAtOnce) {
      const documents = own.slice(index, index + documentsAtOnce).map(({ document }) => document);
      for (let isDone = false; !isDone; ) {
        signal.throwIfAborted();
        isDone = await writer.run(dropParts, { workspaceId, documents });
      }
    }
}
