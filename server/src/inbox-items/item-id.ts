import { hash } from "node:crypto";
import type { Tables } from "../storage/tables.ts";

/**
 * Returns the id of the item that an event is to a person: a UUIDv7 of the event's time, whose other bits come from a
 * hash, so that a rebuild gives it the same one again.
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
