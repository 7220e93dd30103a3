import { hash } from "node:crypto";
import type { Tables } from "../storage/tables.ts";

/**
 * Returns a recipient's item id: a UUIDv7 of the event's time with hashed other bits, so that a rebuild
 * reproduces it.
 */
export function itemId(
  event: Pick<Tables["events"], "workspace_id" | "seq" | "created_at">,
  userId: string,
): string {
  const time = Date.parse(event.created_at).toString(16).padStart(12, "0");
  const bits = hash("sha256", `inbox\n${event.workspace_id}\n${event.seq}\n${userId}`);
  const variant = ((Number.parseInt(bits.slice(3, 4), 16) & 3) | 8).toString(16);
  const parts = [time.slice(0, 8), time.slice(8), `7${bits.slice(0, 3)}`, `${variant}${bits.slice(4, 7)}`];
  return [...parts, bits.slice(7, 19)].join("-");
}
