import type { Db } from "../../storage/dialect.ts";
import { mediaTypeOf } from "./media-type.ts";
import { fileAt } from "./store.ts";
import type { Linked } from "./token.ts";

/** A file as served. */
export interface LinkedFile {
  fileId: string;
  bytes: number;
  sha256: string;
  type: string;
}

const indexName = "index.html";

/**
 * Returns the file at a link's path: the entry file at the root, `index.html` for folders. Returns a redirect
 * if relative addresses would resolve differently.
 */
export async function findFile(
  db: Db,
  { entry, ...key }: Linked,
  path: string,
): Promise<LinkedFile | { at: string } | null> {
  const wanted = (path === "" ? entry : path).normalize("NFC");
  if (path === "" && entry.includes("/")) return { at: asAddress(entry) };
  if (wanted.includes("\0")) return null; // PostgreSQL can't store it.
  const isFolder = wanted.endsWith("/");
  const index = isFolder ? wanted + indexName : `${wanted}/${indexName}`;
  const found = await fileAt(db, {
    workspace_id: key.workspace_id,
    plan_id: key.plan_id,
    path: isFolder ? index : wanted,
    index,
  });
  const [file] = found;
  if (!file || file.sha256 === null) return null;
  if (!isFolder && file.path === index) return { at: `${asAddress(wanted)}/` };
  return { fileId: file.fileId, bytes: file.bytes, sha256: file.sha256, type: mediaTypeOf(file.path) };
}

const asAddress = (path: string) => path.split("/").map(encodeURIComponent).join("/");
