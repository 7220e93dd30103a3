import {
  listNotifications,
  type Notification,
  readNotifications,
  snoozeNotifications,
  unreadNotifications,
} from "@groundplan/contract";
import { call } from "../../api/call.ts";
import type { CacheChange } from "../../api/optimistic.ts";
import { invalidate } from "../../api/read.ts";
import { timeThere } from "../../base/clock.ts";
import { toast } from "../../components/overlays/toast.tsx";
import { sendEdits } from "../../edits/edit.ts";
import type { SnoozeTime } from "./snooze-times.ts";

/** A new read state: done, unread, or snoozed until a time. */
export type Mark = "done" | "unread" | { until: string };

const waits = ({ read, snoozedUntil }: Notification) => !read && snoozedUntil === undefined;

/** Marks items optimistically. Returns true if the service accepted. */
export async function markItems(all: readonly Notification[], as: Mark): Promise<boolean> {
  const items = all.filter((item) => (as === "done" ? !item.read : as !== "unread" || !waits(item)));
  if (items.length === 0) return true;
  const ids = new Set(items.map(({ id }) => id));
  const more = (as === "unread" ? items.length : 0) - items.filter(waits).length;
  const change: CacheChange = (data, [path]) => {
    if (path !== listNotifications.path) return data;
    if (Array.isArray(data))
      return data.map((item: Notification) => (ids.has(item.id) ? marked(item, as) : item));
    const counted = data as { unread: number };
    return { ...counted, unread: Math.max(0, counted.unread + more) };
  };
  const isMade = await sendEdits({
    subject: "inbox",
    change,
    send: async () => {
      await send([...ids], as);
      return change;
    },
    touches: [listNotifications],
  });
  // There is no event for other tabs.
  if (isMade) await invalidate(listNotifications);
  return isMade;
}

function marked(item: Notification, as: Mark): Notification {
  if (typeof as === "object") return { ...item, read: false, snoozedUntil: as.until };
  const { snoozedUntil: _, ...back } = item;
  return { ...back, read: as === "done" };
}

function send(ids: string[], as: Mark): Promise<unknown> {
  if (typeof as === "object") return call(snoozeNotifications, { body: { ids, until: as.until } });
  return call(as === "done" ? readNotifications : unreadNotifications, { body: { ids } });
}

/** Snoozes an item, with an undo. */
export async function snooze(item: Notification, { name, from }: SnoozeTime): Promise<void> {
  const until = from(new Date(timeThere())).toISOString();
  const before = item.snoozedUntil;
  const back: Mark = before ? { until: before } : item.read ? "done" : "unread";
  if (await markItems([item], { until }))
    toast(`It comes back ${name.charAt(0).toLowerCase()}${name.slice(1)}.`, () =>
      markItems([marked(item, { until })], back),
    );
}

/** Marks everything done up to the time of reading. */
export async function markAllDone(watermark: string): Promise<number> {
  const { count } = await call(readNotifications, { body: { upTo: watermark } });
  await invalidate(listNotifications);
  return count;
}
