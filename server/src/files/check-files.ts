import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../storage/dialect.ts";
import { FileNotWhole, readFile } from "./read-file.ts";

const filesAtOnce = 200;

/** Yields ids of complete files whose content doesn't match their hash. */
export async function* damagedFiles(db: Db): AsyncGenerator<string> {
  for (let after = { workspace_id: "", id: "" }; ; ) {
    const files = await db
      .selectFrom("files")
      .select(["workspace_id", "id", "sha256"])
      .where(sql<boolean>`(workspace_id, id) > (${after.workspace_id}, ${after.id})`)
      .where("sha256", "is not", null)
      .orderBy("workspace_id")
      .orderBy("id")
      .limit(filesAtOnce)
      .execute();
    for (const { workspace_id, id, sha256 } of files)
      if ((await hashOf(db, workspace_id, id)) !== sha256) yield id;
    const last = files.at(-1);
    if (!last || files.length < filesAtOnce) return;
    after = last;
  }
}

async function hashOf(db: Db, workspaceId: string, fileId: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    for await (const piece of readFile(db, workspaceId, fileId)) hash.update(piece);
  } catch (error) {
    if (error instanceof FileNotWhole) return null;
    throw error;
  }
  return hash.digest("hex");
}
