import { listAudit } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { type Key, pageOf, presentedPage } from "../paging.ts";
import { requireOwner } from "../projects/access.ts";
import { presentEntry } from "./present.ts";
import { type EventRow, eventsOf, firstEventAt } from "./store.ts";
import { visibilityOf } from "./visibility.ts";

const keyOf = ({ seq }: Pick<EventRow, "seq">): Key => [seq];

/** Lists the workspace's history, newest first, without the details that the owner can't read. */
export const auditList = read(listAudit, async (db, actor, { query }) => {
  requireOwner(actor, "read the audit");
  const { workspaceId } = actor;
  const { type, actor: who, from, to } = query;
  const list = JSON.stringify([listAudit.id, workspaceId, type, who, from, to]);
  const numberOf = async (time: string | undefined) =>
    time === undefined ? null : firstEventAt(db, workspaceId, new Date(time).toISOString());
  const [first, end] = [await numberOf(from), await numberOf(to)];
  const fetch = ([before]: Key, limit: number) => {
    // A bounded number keeps the page within an index range, whatever the filters.
    let events = eventsOf(db, workspaceId)
      .where(
        "events.seq",
        "<",
        Math.min(Number(before ?? Number.MAX_SAFE_INTEGER), end ?? Number.MAX_SAFE_INTEGER),
      )
      .orderBy("events.seq", "desc")
      .limit(limit);
    if (first !== null) events = events.where("events.seq", ">=", first);
    if (type !== undefined) events = events.where("events.type", "=", type);
    if (who !== undefined) events = events.where("events.actor_user_id", "=", who);
    return events.execute();
  };
  const page = await pageOf(list, query, fetch, keyOf);
  const seenOf = await visibilityOf(db, workspaceId, page.rows, [actor]);
  const entries = page.rows.map((row) => presentEntry(row, seenOf(row, actor)));
  const { items, ...next } = presentedPage(list, page, keyOf, entries);
  return { entries: items, ...next };
});
