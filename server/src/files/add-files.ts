import { command } from "../dispatch/commands.ts";
import { now } from "../ids.ts";
import { isOneOf, type Tx } from "../storage/dialect.ts";
import { requireStorage } from "../storage/quota.ts";
import { insertInto } from "../storage/statement.ts";

/** A file of one chunk. */
export interface SmallFile {
  fileId: string;
  sha256: string;
  body: Uint8Array;
}

interface Small {
  workspaceId: string;
  files: readonly SmallFile[];
  /** The workspace's limit in bytes; null for none. */
  quota?: number | null;
}

const insertFiles = insertInto("files");
const insertPieces = insertInto("file_pieces");

/** Adds single-chunk files and returns file ids by hash, of existing files for known content. */
export const addFiles = command(
  "files.addMany",
  ({ workspaceId }: Small) => workspaceId,
  async (tx: Tx, { workspaceId, files, quota = null }: Small): Promise<Record<string, string>> => {
    const touched_at = now();
    const wanted = new Map(files.map((file) => [file.sha256, file]));
    const known = await tx
      .updateTable("files")
      .set({ touched_at })
      .where("workspace_id", "=", workspaceId)
      .where(isOneOf(tx, "sha256", [...wanted.keys()]))
      .returning(["id", "sha256"])
      .execute();
    const ids: Record<string, string> = {};
    for (const { id, sha256 } of known) if (sha256 !== null) ids[sha256] = id;
    const added = [...wanted.values()].filter(({ sha256 }) => ids[sha256] === undefined);
    for (const { fileId, sha256 } of added) ids[sha256] = fileId;
    const bytes = added.reduce((sum, { body }) => sum + body.length, 0);
    if (quota !== null && bytes > 0) await requireStorage(tx, workspaceId, { quota, bytes });
    const key = { workspace_id: workspaceId };
    await insertFiles(
      tx,
      added.map(({ fileId: id, sha256, body }) => ({ ...key, id, sha256, bytes: body.length, touched_at })),
    );
    await insertPieces(
      tx,
      added.flatMap(({ fileId, body }) =>
        body.length === 0 ? [] : [{ ...key, file_id: fileId, n: 0, body }],
      ),
    );
    return ids;
  },
);
