import type { Db, Tx } from "../../../storage/dialect.ts";
import { eachChunk, type TextOf } from "../texts.ts";

/** Deletes an unpublished text. */
export async function forgetText(tx: Tx, { workspaceId, sourceId, revision }: TextOf): Promise<void> {
  await tx
    .deleteFrom("context_texts")
    .where("workspace_id", "=", workspaceId)
    .where("source_id", "=", sourceId)
    .where("revision", "=", revision)
    .execute();
}

/** Returns a revision that no text of the source uses, written or being written. */
export async function unusedRevision(
  tx: Tx,
  { workspace_id, id, revision }: { workspace_id: string; id: string; revision: number },
): Promise<number> {
  const newest = await tx
    .selectFrom("context_texts")
    .select("revision")
    .where("workspace_id", "=", workspace_id)
    .where("source_id", "=", id)
    .orderBy("revision", "desc")
    .limit(1)
    .executeTakeFirst();
  return Math.max(revision, newest?.revision ?? 0) + 1;
}

/** Tests whether the stored text is equal, comparing chunk by chunk. */
export async function isStored(db: Db, of: TextOf, text: string): Promise<boolean> {
  let at = 0;
  for await (const chunk of eachChunk(db, of)) {
    if (!text.startsWith(chunk.text, at)) return false;
    at += chunk.text.length;
  }
  return at === text.length;
}
