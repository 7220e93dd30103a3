import { z } from "zod";
import { Deleted, flag, nextCursor, page } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime, moment, name, webAddress } from "../text.ts";

const tag = "Inbox";

/** The kinds of notifications, each with its own channels. */
export const notificationKind = z.enum([
  ...(["comment", "mention", "suggestion", "share", "push", "agent"] as const),
  ...(["webhook", "connector", "claim", "policy", "assignment"] as const),
]);
export type NotificationKind = z.infer<typeof notificationKind>;

const Notification = z
  .object({
    id: z.string(),
    sequence: z.string().describe("The number of the event, as text."),
    type: notificationKind,
    eventType: z.string().describe("The dotted name of the event, such as `thread.created`."),
    threadId: z.string().optional(),
    actorName: z.string().describe("`Groundplan` for the service."),
    activity: z
      .string()
      .describe("What happened, without the actor's name, such as `commented on a thread`."),
    documentTitle: z.string().describe("The current title; the plan's name for shares and pushes."),
    planShortId: z.string().optional().describe("The plan that it is about, or that has the document."),
    planName: z.string().optional().describe("The plan's current name."),
    specShortId: z.string().optional(),
    excerpt: z.string().describe("The beginning of the current text, 200 characters at most."),
    url: z.string(),
    createdAt: dateTime(),
    mentioned: z.boolean(),
    read: z.boolean(),
    snoozedUntil: dateTime()
      .optional()
      .describe(
        "Until when the caller has put it off; it is listed with `snoozed=true` only, and not counted.",
      ),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof Notification>;

export const listNotifications = endpoint({
  id: "notifications.list",
  method: "GET",
  path: "/v1/notifications",
  summary: "List the caller's inbox, newest first",
  description:
    "What others did that concerns the caller. What the caller can't read now is neither listed nor counted.",
  tag,
  query: z
    .strictObject({
      ...page,
      unread: flag().optional().describe("`true`: only unread items."),
      snoozed: flag().optional().describe("`true`: only snoozed items, which are otherwise left out."),
    })
    .refine(({ unread, snoozed }) => !(unread && snoozed), "can't ask for unread and snoozed items at once"),
  reply: z.object({
    items: z.array(Notification),
    unread: z.int().describe("How many items of the whole inbox are unread."),
    watermark: z.string().describe("The newest `sequence` at the time of reading; `0` in an empty inbox."),
    nextCursor,
  }),
});

/** Per request. */
const mostIds = 1000;

const ids = z
  .array(z.string())
  .max(mostIds, `has more than ${mostIds} ids; send them in several requests`)
  .describe("The `id`s of items.");
const count = z.object({ count: z.int() });

export const readNotifications = endpoint({
  id: "notifications.read",
  method: "POST",
  path: "/v1/notifications/read",
  summary: "Mark items of the caller's inbox as read",
  description:
    "By their ids, or all up to a watermark. Counts those that were unread or snoozed and are the caller's.",
  tag,
  body: z
    .strictObject({
      ids: z
        .array(z.string())
        .max(mostIds, `has more than ${mostIds} ids; send them in several requests, or use upTo`)
        .optional(),
      upTo: z
        .string()
        .refine((value) => /^\d{1,15}$/.test(value), "must be a watermark, as the list answers it")
        .optional()
        .describe("The `watermark` of a list, or the `sequence` of an item."),
    })
    .refine(({ ids, upTo }) => (ids === undefined) !== (upTo === undefined), "must have either ids or upTo"),
  reply: count,
});

export const unreadNotifications = endpoint({
  id: "notifications.unread",
  method: "POST",
  path: "/v1/notifications/unread",
  summary: "Mark items of the caller's inbox as unread",
  description: "Snoozed items come back. Counts those that were read or snoozed and are the caller's.",
  tag,
  body: z.strictObject({ ids }),
  reply: count,
});

export const snoozeNotifications = endpoint({
  id: "notifications.snooze",
  method: "POST",
  path: "/v1/notifications/snooze",
  summary: "Put items of the caller's inbox off until a time",
  description:
    "They leave list and count until then and come back unread; marking them ends it. Counts the caller's items.",
  tag,
  body: z.strictObject({
    ids,
    until: moment().describe("A time in the future."),
  }),
  reply: count,
});

/** How a kind's notifications are mailed: one by one, once a day, or not at all. */
export const mailing = z.enum(["off", "each", "digest"]);
export type Mailing = z.infer<typeof mailing>;

const inboxChannel = z
  .boolean()
  .describe("To the inbox; of some kinds the same as a switch of the settings.");
const pushChannel = z.boolean().describe("To the caller's devices (`/v1/notifications/devices`).");

const NotificationChannels = z
  .object({ inbox: inboxChannel, mail: mailing, push: pushChannel })
  .meta({ id: "NotificationChannels" });
export type NotificationChannels = z.infer<typeof NotificationChannels>;

/** The switches of the inbox. */
const switches = {
  mentions: z.boolean().describe("Comments that mention the caller."),
  threads: z.boolean().describe("Threads that the caller takes part in, or about documents that it owns."),
  suggestions: z.boolean().describe("Suggestions to documents that the caller owns, and answers to its own."),
  shares: z.boolean().describe("Plans that are shared with the caller, or handed over to it."),
  pushes: z.boolean().describe("Pushes that have ended, which the caller started or whose plan it owns."),
};
export type InboxSwitch = keyof typeof switches;

const digestAt = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day such as 08:30")
  .describe("The local time of the daily mail.");
const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "must be a time zone of the IANA database such as Europe/Vienna")
  .describe("The caller's time zone by its IANA name, such as `Europe/Vienna`.");

/** Tests for the name of a zone; offsets such as `+01:00` know no summer time. */
function isTimeZone(name: string): boolean {
  try {
    const { timeZone } = Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    return /^[A-Za-z]/.test(name) && timeZone !== "";
  } catch {
    return false;
  }
}

const NotificationSettings = z
  .object({
    ...switches,
    channels: z
      .object(byKind(() => NotificationChannels))
      .describe("Where each kind goes. The `inbox` of a kind and its switch above are the same."),
    digestAt,
    timeZone: z.string().describe("The caller's time zone, `UTC` at first."),
  })
  .meta({ id: "NotificationSettings" });
export type NotificationSettings = z.infer<typeof NotificationSettings>;

function byKind<V>(schemaOf: () => V): Record<NotificationKind, V> {
  return Object.fromEntries(notificationKind.options.map((kind) => [kind, schemaOf()])) as Record<
    NotificationKind,
    V
  >;
}

const settingsPath = "/v1/notifications/settings";
const settingsReply = z.object({ settings: NotificationSettings });

export const getNotificationSettings = endpoint({
  id: "notifications.settings",
  method: "GET",
  path: settingsPath,
  summary: "Read where the caller's notifications go",
  tag,
  reply: settingsReply.extend({
    unavailable: z
      .object({ mail: z.string().nullable(), push: z.string().nullable() })
      .describe("Why the service sends the caller no mail or no push, as a sentence; null if it does."),
  }),
});

const channelChanges = z.strictObject({
  inbox: inboxChannel.optional(),
  mail: mailing.optional(),
  push: pushChannel.optional(),
});

const changes = {
  ...(Object.fromEntries(Object.keys(switches).map((name) => [name, z.boolean().optional()])) as Record<
    InboxSwitch,
    z.ZodOptional<z.ZodBoolean>
  >),
  channels: z.strictObject(byKind(() => channelChanges.optional())).optional(),
  digestAt: digestAt.optional(),
  timeZone: timeZone.optional(),
};

export const updateNotificationSettings = endpoint({
  id: "notifications.updateSettings",
  method: "PATCH",
  path: settingsPath,
  summary: "Change where the caller's notifications go",
  description:
    "For what comes from then on; what is switched off is no longer mailed or pushed. Notices about the caller's own webhooks and connectors always enter its inbox. The changes may also be sent under `settings`.",
  tag,
  body: z.strictObject({ ...changes, settings: z.strictObject(changes).optional() }),
  reply: settingsReply,
});

const devicesPath = "/v1/notifications/devices";

const Device = z
  .object({
    id: z.string(),
    name: z.string(),
    endpoint: z.string().describe("The browser's address at its push service."),
    createdAt: dateTime(),
  })
  .meta({ id: "Device" });
export type Device = z.infer<typeof Device>;

export const listDevices = endpoint({
  id: "devices.list",
  method: "GET",
  path: devicesPath,
  summary: "List the browsers that take the caller's pushes",
  tag,
  query: z.strictObject(page),
  reply: z.object({
    devices: z.array(Device),
    publicKey: z
      .string()
      .nullable()
      .describe(
        "The `applicationServerKey` to subscribe with (RFC 8292); null if the service can't send pushes.",
      ),
    nextCursor,
  }),
});

/** Unpadded base64url of some bytes. */
const encoded = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`), `must be ${bytes} bytes as base64url`);

export const addDevice = endpoint({
  id: "devices.create",
  method: "POST",
  path: devicesPath,
  summary: "Have notifications pushed to a browser",
  description:
    "Takes a `PushSubscription` as browsers serialize it. A push has title and address only. A browser that is sent again keeps its id; of more than 20 the oldest is forgotten, as is one whose push service answers 404 or 410.",
  tag,
  body: z.strictObject({
    endpoint: webAddress().describe("An `https` address that doesn't lead into a private network."),
    expirationTime: z.number().nullable().optional().describe("Ignored."),
    keys: z.strictObject({ p256dh: encoded(65), auth: encoded(16) }),
    name: name().optional().describe("What to call it, such as `Firefox on Linux`."),
  }),
  reply: z.object({ device: Device }),
  status: 201,
  errors: ["forbidden", "not_configured"],
});

export const deleteDevice = endpoint({
  id: "devices.delete",
  method: "DELETE",
  path: devicesPath,
  summary: "Push nothing more to a browser",
  tag,
  body: z
    .strictObject({ id: z.string().optional(), endpoint: z.string().max(2000).optional() })
    .refine(({ id, endpoint }) => (id === undefined) !== (endpoint === undefined), {
      error: "must have either id or endpoint",
    }),
  reply: Deleted,
  errors: ["not_found"],
});
