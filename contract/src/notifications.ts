import { z } from "zod";
import { flag, nextCursor, page } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { dateTime } from "./text.ts";

const Notification = z
  .object({
    id: z.string(),
    sequence: z.string(),
    type: z.enum(["comment", "mention", "suggestion", "share", "push", "agent"]),
    eventType: z.string().describe("The dotted name of the event, such as `thread.created`."),
    threadId: z.string().optional(),
    actorName: z.string(),
    activity: z.string(),
    documentTitle: z.string().optional(),
    excerpt: z.string().optional(),
    url: z.string(),
    createdAt: dateTime(),
    mentioned: z.boolean(),
    read: z.boolean(),
  })
  .meta({ id: "Notification" });

export const listNotifications = endpoint({
  id: "notifications.list",
  method: "GET",
  path: "/v1/notifications",
  summary: "List the caller's inbox, newest first",
  tag: "Inbox",
  planned: true,
  query: z.strictObject({ ...page, unread: flag().optional().describe("`true`: only unread items.") }),
  reply: z.object({
    items: z.array(Notification),
    unread: z.int(),
    watermark: z.string().describe("The newest `sequence` at the time of reading; `0` in an empty inbox."),
    nextCursor,
  }),
});
