import { type Db, isOneOf } from "../../storage/dialect.ts";
import { type EventRow, eventsOf } from "../history/rows.ts";
import { type Reader, type Seen, visibilityOf } from "../history/visibility.ts";
import type { WebhookRow } from "./store.ts";

type Whose = Pick<WebhookRow, "workspace_id" | "user_id">;

/** Returns a webhook's member with the current role; null for a former member. */
async function readerOf(db: Db, { workspace_id, user_id }: Whose): Promise<Reader | null> {
  const member = await db
    .selectFrom("memberships")
    .select("role")
    .where("workspace_id", "=", workspace_id)
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  return member ? { userId: user_id, role: member.role } : null;
}

/** An event as much as somebody can read of it. */
export interface ReadableEvent {
  event: EventRow;
  seen: Exclude<Seen, "none">;
}

/** Returns the events that the member can read now, by number, and how much of each. */
export async function readableEvents(
  db: Db,
  webhook: Whose,
  seqs: readonly number[],
): Promise<Map<number, ReadableEvent>> {
  const reader = seqs.length > 0 ? await readerOf(db, webhook) : null;
  if (!reader) return new Map();
  const events = await eventsOf(db, webhook.workspace_id)
    .where(isOneOf(db, "events.seq", seqs))
    .execute();
  const seenOf = await visibilityOf(db, webhook.workspace_id, events, [reader]);
  return new Map(
    events.flatMap((event) => {
      const seen = seenOf(event, reader);
      return seen === "none" ? [] : [[event.seq, { event, seen }] as const];
    }),
  );
}
