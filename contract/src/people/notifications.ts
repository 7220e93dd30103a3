import { z } from "zod";
import { flag, nextCursor, page } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime } from "../text.ts";

const tag = "Inbox";

const Notification = z
  .object({
    id: z.string(),
    sequence: z.string().describe("The number of the event, as text."),
    type: z.enum([
      ...(["comment", "mention", "suggestion", "share", "push", "agent"] as const),
      ...(["webhook", "connector", "claim", "policy"] as const),
    ]),
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
    until: z.iso.datetime({ offset: true }).describe("A time in the future."),
  }),
  reply: count,
});

const NotificationSettings = z
  .object({
    mentions: z.boolean().describe("Comments that mention the caller."),
    threads: z.boolean().describe("Threads that the caller takes part in, or about documents that it owns."),
    suggestions: z
      .boolean()
      .describe("Suggestions to documents that the caller owns, and answers to its own."),
    shares: z.boolean().describe("Plans that are shared with the caller, or handed over to it."),
    pushes: z.boolean().describe("Pushes that have ended, which the caller started or whose plan it owns."),
  })
  .meta({ id: "NotificationSettings" });
export type NotificationSettings = z.infer<typeof NotificationSettings>;

const settingsPath = "/v1/notifications/settings";
const settingsReply = z.object({ settings: NotificationSettings });

export const getNotificationSettings = endpoint({
  id: "notifications.settings",
  method: "GET",
  path: settingsPath,
  summary: "Read what the caller's inbox takes in",
  tag,
  reply: settingsReply,
});

const changes = Object.fromEntries(
  Object.keys(NotificationSettings.shape).map((name) => [name, z.boolean().optional()]),
) as { [K in keyof NotificationSettings]: z.ZodOptional<z.ZodBoolean> };

export const updateNotificationSettings = endpoint({
  id: "notifications.updateSettings",
  method: "PATCH",
  path: settingsPath,
  summary: "Change what the caller's inbox takes in",
  description:
    "For what comes from then on. Notices about the caller's own webhooks and connectors always come. The changes may also be sent under `settings`.",
  tag,
  body: z.strictObject({ ...changes, settings: z.strictObject(changes).optional() }),
  reply: settingsReply,
});
