import {
  getNotificationSettings,
  type NotificationChannels,
  type NotificationKind,
  type NotificationSettings,
  type Reply,
  updateNotificationSettings,
} from "@groundplan/contract";
import { call } from "../../api/call.ts";
import type { CacheChange } from "../../api/optimistic.ts";
import type { Edit } from "../../edits/edit.ts";

/** A change of one kind's channels, or of the daily mail. */
type Changes = Partial<Pick<NotificationSettings, "digestAt" | "timeZone">> & {
  channels?: Partial<Record<NotificationKind, Partial<NotificationChannels>>>;
};

export function editSettings(changes: Changes): Edit {
  const change: CacheChange = (data, [path]) => {
    if (path !== getNotificationSettings.path) return data;
    const read = data as Reply<typeof getNotificationSettings>;
    const { channels, ...rest } = changes;
    const merged = { ...read.settings.channels };
    for (const [kind, own] of Object.entries(channels ?? {}))
      merged[kind as NotificationKind] = { ...merged[kind as NotificationKind], ...own };
    return { ...read, settings: { ...read.settings, ...rest, channels: merged } };
  };
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
