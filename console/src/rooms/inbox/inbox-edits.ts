import {
  getNotificationSettings,
  listNotifications,
  type Notification,
  type NotificationSettings,
  readNotifications,
  updateNotificationSettings,
} from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { type Edit, make } from "../../api/edit.ts";
import type { Change } from "../../api/overlay.ts";
import { forget } from "../../api/read.ts";

/** Marks items as done at once, in the list and in the number of unread ones. */
export async function markDone(items: readonly Notification[]): Promise<void> {
  const ids = new Set(items.filter(({ read }) => !read).map(({ id }) => id));
  if (ids.size === 0) return;
  const change: Change = (data, [path]) => {
    if (path !== listNotifications.path) return data;
    if (Array.isArray(data))
      return data.map((item: Notification) => (ids.has(item.id) ? { ...item, read: true } : item));
    const counted = data as { unread: number };
    return { ...counted, unread: Math.max(0, counted.unread - ids.size) };
  };
  const isMade = await make({
    subject: "inbox",
    change,
    send: async () => {
      await call(readNotifications, { body: { ids: [...ids] } });
      return change;
    },
    touches: [listNotifications],
  });
  // No event tells of it, so the other tabs hear it from here.
  if (isMade) await forget(listNotifications);
}

/** Marks everything as done that had come when the list was read. */
export async function markAllDone(watermark: string): Promise<number> {
  const { count } = await call(readNotifications, { body: { upTo: watermark } });
  await forget(listNotifications);
  return count;
}

/** Changes what the inbox takes in. */
export function editSettings(changes: Partial<NotificationSettings>): Edit {
  const change: Change = (data, [path]) =>
    path === getNotificationSettings.path
      ? { settings: { ...(data as { settings: NotificationSettings }).settings, ...changes } }
      : data;
  return {
    subject: "inbox settings",
    change,
    send: async () => {
      await call(updateNotificationSettings, { body: changes });
      return change;
    },
    touches: [getNotificationSettings],
  };
}
