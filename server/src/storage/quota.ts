import { ApiError } from "../errors.ts";
import type { Db } from "./dialect.ts";

/** The size of a write, and its workspace's quota, in bytes. */
export interface StorageClaim {
  bytes: number;
  /** GROUNDPLAN_WORKSPACE_BYTES. */
  quota: number;
}

/** Returns the bytes of a workspace's files plus the characters of its context sources. */
export async function usedBytes(db: Db, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom("workspace_storage")
    .select("bytes")
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/** Throws 413 if a write exceeds the workspace's quota. */
export async function requireStorage(
  db: Db,
  workspaceId: string,
  { bytes, quota }: StorageClaim,
): Promise<void> {
  if ((await usedBytes(db, workspaceId)) + bytes > quota) throw quotaExceeded(quota);
}

export const quotaExceeded = (quota: number): ApiError =>
  new ApiError(
    "quota_exceeded",
    `The workspace may have ${quota} bytes of files and sources. Delete some, or ask the operator for more room. A deleted file counts for up to an hour.`,
    { quotaBytes: quota },
  );
