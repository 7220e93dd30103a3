import { ApiError } from "../errors.ts";
import type { Db, Tx } from "./dialect.ts";

/** Returns the bytes of a workspace's files plus the characters of its context sources. */
export async function usedBytes(db: Db, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom("workspace_storage")
    .select("bytes")
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/** Throws 413 if a write of `bytes` exceeds the workspace's quota. */
export async function requireStorage(
  db: Db,
  workspaceId: string,
  { bytes, quota }: { bytes: number; quota: number },
): Promise<void> {
  if ((await usedBytes(db, workspaceId)) + bytes > quota) throw quotaExceeded(quota);
}

/** Runs a write. Throws 413 if it makes the workspace grow past its quota, which a smaller text never does. */
export async function withinQuota<T>(
  tx: Tx,
  workspaceId: string,
  quota: number | null,
  write: () => Promise<T>,
): Promise<T> {
  if (quota === null) return write();
  const before = await usedBytes(tx, workspaceId);
  const done = await write();
  const after = await usedBytes(tx, workspaceId);
  if (after > before && after > quota) throw quotaExceeded(quota);
  return done;
}

export const quotaExceeded = (quota: number): ApiError =>
  new ApiError(
    "quota_exceeded",
    `The workspace may have ${quota} bytes of files and sources. Delete some, or ask the operator for a larger quota. A deleted file counts for up to an hour.`,
    { quotaBytes: quota },
  );
