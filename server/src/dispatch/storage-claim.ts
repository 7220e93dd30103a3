import type { Endpoint, Input } from "@groundplan/contract";
import type { StorageClaim } from "../storage/quota.ts";

/**
 * Returns the storage that a write needs, by its text or whole body. Files are counted when they are stored;
 * changes without text are free.
 */
export function storageClaimOf(
  { errors, multipart, method }: Endpoint,
  { body }: Input,
  quota: number | null,
): StorageClaim | undefined {
  if (quota === null || multipart || !errors.includes("quota_exceeded")) return undefined;
  const { text } = (body ?? {}) as { text?: unknown };
  if (typeof text === "string") return { quota, bytes: Buffer.byteLength(text) };
  return method === "PATCH" ? undefined : { quota, bytes: Buffer.byteLength(JSON.stringify(body ?? {})) };
}
