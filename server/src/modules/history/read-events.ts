import type { WorkspaceEvent } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { presentEvent } from "./present.ts";
import { eventsAfter } from "./store.ts";
import { visibilityOf } from "./visibility.ts";

type Who = Pick<Actor, "workspaceId" | "userId" | "role">;

/**
 * Returns an actor's view of the next `limit` events, and the number to continue from; null at the end. Costs
 * `limit` events whoever can read them.
 */
export async function readEvents(
  db: Db,
  actor: Who,
  after: number,
  limit: number,
): Promise<{ events: WorkspaceEvent[]; through: number | null }> {
  const rows = await eventsAfter(db, actor.workspaceId, after, limit);
  const seenOf = await visibilityOf(db, actor.workspaceId, rows, [actor]);
  const events = rows.flatMap((row) => {
    const seen = seenOf(row, actor);
    return seen === "none" ? [] : [presentEvent(row, seen)];
  });
  return { events, through: rows.at(-1)?.seq ?? null };
}
