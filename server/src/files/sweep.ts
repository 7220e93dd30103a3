import { sql } from "kysely";
import { command, type Rules } from "../dispatch/commands.ts";
import type { Writer } from "../dispatch/writer.ts";
import type { Tx } from "../storage/dialect.ts";
import { dropFile } from "./drop-file.ts";

/** Far above the ten minutes that an upload has until its files are referenced. */
const keptSeconds = 3600;
const filesAtOnce = 200;

interface Page {
  after: { workspaceId: string; fileId: string };
  before: string;
}

/** Pages through files not uploaded since `before` and tells which are referenced. */
export const lookAtFiles = command(
  "files.look",
  () => null,
  async (tx: Tx, { after, before }: Page, { fileColumns }) => {
    const files = await tx
      .selectFrom("files")
      .select(["workspace_id as workspaceId", "id as fileId", named(fileColumns).as("isReferenced")])
      .where(sql<boolean>`(workspace_id, id) > (${after.workspaceId}, ${after.fileId})`)
      .where("touched_at", "<", before)
      .orderBy("workspace_id")
      .orderBy("id")
      .limit(filesAtOnce)
      .execute();
    return files.map((file) => ({ ...file, isReferenced: Boolean(file.isReferenced) }));
  },
);

function named(fileColumns: Rules["fileColumns"]) {
  const byColumn = fileColumns.map(
    ({ table, column }) => sql`exists (select 1 from ${sql.table(table)} as naming
      where naming.workspace_id = files.workspace_id and naming.${sql.ref(column)} = files.id)`,
  );
  return byColumn.length > 0
    ? sql<boolean | number>`(${sql.join(byColumn, sql` or `)})`
    : sql<boolean>`(1 = 0)`;
}

/** Deletes files that are unreferenced and were not uploaded within the last hour. */
export async function sweepFiles(
  { writer }: { writer: Writer },
  signal: AbortSignal,
  before = new Date(Date.now() - keptSeconds * 1000).toISOString(),
): Promise<void> {
  for (let after = { workspaceId: "", fileId: "" }; ; ) {
    const files = await writer.run(lookAtFiles, { after, before });
    for (const { workspaceId, fileId, isReferenced } of files) {
      signal.throwIfAborted();
      if (!isReferenced) await dropFile(writer, { workspaceId, fileId, before });
    }
    const last = files.at(-1);
    if (!last || files.length < filesAtOnce) return;
    after = { workspaceId: last.workspaceId, fileId: last.fileId };
  }
}
