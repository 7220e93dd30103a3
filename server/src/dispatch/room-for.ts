import type { Endpoint, Input } from "@groundplan/contract";
import type { Room } from "../storage/room.ts";

/**
 * Returns the room that a write needs: that of its text, or of its whole body. Files are counted when they are stored, and
 * a change without a text brings nothing.
 */
export function roomFor(
  { errors, multipart, method }: Endpoint,
  { body }: Input,
  quota: number | null,
): Room | undefined {
  if (quota === null || multipart || !errors.includes("quota_exceeded")) return undefined;
  const { text } = (body ?? {}) as { text?: unknown };
  if (typeof text === "string") return { quota, bytes: Buffer.byteLength(text) };
  return method === "PATCH" ? undefined : { quota, bytes: Buffer.byteLength(JSON.stringify(body ?? {})) };
}
