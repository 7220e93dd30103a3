import { sql } from "kysely";
import { command } from "../../dispatch/commands.ts";
import { now } from "../../ids.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { isShown } from "./is-shown.ts";

const daysKept = 30;
const filesAtOnce = 200;

interface File {
  workspaceId: string;
  id: string;
  /** A picture that hasn't been shown since then is removed. */
  before: string;
}

/** Notes whether a picture is shown, and removes one that hasn't been for long. */
export const noteShown = command(
  "documentFiles.noteShown",
  ({ workspaceId }: File) => workspaceId,
  async (tx: Tx, { workspaceId, id, before }: File): Promise<void> => {
    const file = await tx
      .selectFrom("document_files")
      .selectAll()
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .where("file_id", "is not", null)
      .executeTakeFirst();
    if (!file) return;
    const shown = await isShown(tx, file);
    const unshown_since = shown ? null : (file.unshown_since ?? now());
    const isOver = unshown_since !== null && unshown_since < before;
    await tx
      .updateTable("document_files")
      .set({ unshown_since, ...(isOver ? { file_id: null, removed_at: now() } : {}) })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", id)
      .execute();
  },
);

/** Removes pictures that no text of their document has shown for 30 days; the sweep of files deletes their bytes. */
export async function sweepDocumentFiles(
  { db, writer }: Pick<Context, "db" | "writer">,
  _payload: unknown,
  { signal }: { signal: AbortSignal },
  before = new Date(Date.now() - daysKept * 86_400_000).toISOString(),
): Promise<void> {
  for (let after = { workspace_id: "", id: "" }; ; ) {
    const files = await page(db, after);
    for (const file of files) {
      signal.throwIfAborted();
      const isOver = file.unshown_since !== null && file.unshown_since < before;
      if (isOver || (await isShown(db, file)) === (file.unshown_since !== null))
        await writer.run(noteShown, { workspaceId: file.workspace_id, id: file.id, before });
    }
    const last = files.at(-1);
    if (!last || files.length < filesAtOnce) return;
    after = last;
  }
}

const page = (db: Db, after: { workspace_id: string; id: string }) =>
  db
    .selectFrom("document_files")
    .select(["workspace_id", "id", "document_id", "unshown_since"])
    .where("file_id", "is not", null)
    .where(sql<boolean>`(workspace_id, id) > (${after.workspace_id}, ${after.id})`)
    .orderBy("workspace_id")
    .orderBy("id")
    .limit(filesAtOnce)
    .execute();
