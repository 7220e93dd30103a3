import { ApiError } from "../errors.ts";
import type { Db } from "./dialect.ts";

/** What a write brings, and the most that its workspace may have. */
export interface Room {
  bytes: number;
  /** The setting GROUNDPLAN_WORKSPACE_BYTES. */
  quota: number;
}

/** Returns the bytes of a workspace's files, with the characters of its context sources, which are a byte or more each. */
export async function usedBytes(db: Db, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom("workspace_storage")
    .select("bytes")
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/** Throws 413 where a workspace has no room for what is written. */
export async function requireRoom(db: Db, workspaceId: string, { bytes, quota }: Room): Promise<void> {
  if ((await usedBytes(db, workspaceId)) + bytes > quota) throw noRoom(quota);
}

export const noRoom = (quota: number): ApiError =>
  new ApiError(
    "quota_exceeded",
    `The workspace may have ${quota} bytes of files and sources. Delete some, or ask the operator for more room. A deleted file counts for up to an hour.`,
    { quotaBytes: quota },
  );
