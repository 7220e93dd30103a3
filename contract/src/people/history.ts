import { z } from "zod";
import { namedCredential, nextCursor, page, person, planParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { type EventType, eventData } from "../events.ts";
import { dateTime, moment } from "../text.ts";

const tag = "History";

export const eventType = z.enum(Object.keys(eventData) as [EventType, ...EventType[]]).meta({
  id: "EventType",
  description: "What happened. The list grows: a client leaves types aside that it does not know.",
});

export const WorkspaceEvent = z
  .object({
    seq: z
      .int()
      .describe("The number of the event in the workspace; numbers that the reader lacks are gaps."),
    type: eventType,
    at: dateTime(),
    actor: person.describe("Who acted; null for the service, or if the account is gone."),
    credential: namedCredential.describe("The key or app by which they acted."),
    projectSlug: z.string().optional().describe("The slug of that time."),
    planShortId: z.string().optional(),
    specShortId: z.string().optional(),
    data: z
      .record(z.string(), z.unknown())
      .describe("The type's data; empty if the reader can't read the subject any more."),
  })
  .meta({ id: "Event" });
export type WorkspaceEvent = z.infer<typeof WorkspaceEvent>;

export const AuditEntry = WorkspaceEvent.extend({
  credentialId: z
    .string()
    .nullable()
    .describe("The id of the key, of the app's connection, or of the session."),
}).meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const streamEvents = endpoint({
  id: "events.stream",
  method: "GET",
  path: "/v1/events",
  summary: "Follow what happens, as server-sent events",
  description:
    "A message has the event's number as `id`, its type as `event`, and the event as JSON as `data`. The stream begins with what comes next; with `Last-Event-ID` after that number, and with `0` at the first event. A caller receives what it can read when it is sent. An event that ends this (`plan.deleted`, `plan.unshared`, …) comes once, without data, to those who could read before. `event: presence` tells who is at a document, has no `id` and isn't replayed. `event: reset` says that events were left out: read again what you show. A comment comes every 15 seconds. The stream ends with its credential; 1,000 are open at most, 200 of a credential (429).",
  tag,
  reply: z.string().describe("Server-sent events."),
  stream: true,
});

export const listAudit = endpoint({
  id: "audit.list",
  method: "GET",
  path: "/v1/audit",
  summary: "List who did what with which credential, the newest first",
  description:
    "For owners. What the caller can't read shows number, time, type and actor only. `Accept: application/x-ndjson` answers everything, one entry a line.",
  tag,
  query: z.strictObject({
    type: eventType.optional().describe("Events of this type only."),
    actor: z.string().optional().describe("The user id of who acted."),
    from: moment().optional().describe("Only entries of this time or later."),
    to: moment().optional().describe("Only entries of before this time."),
    ...page,
  }),
  reply: z.object({ entries: z.array(AuditEntry), nextCursor }),
  lines: true,
  errors: ["forbidden"],
});

export const Activity = z
  .object({
    seq: z.int().describe("The number of the event in the workspace."),
    at: dateTime(),
    actor: person.describe("Who acted; null for the service, or if the account is gone."),
    credential: namedCredential.describe("The key or app by which they acted."),
    text: z.string().describe("What was done, after the actor's name: `set SPEC-3 to done`."),
    specShortId: z.string().optional().describe("The handle of that time of the spec that it is about."),
  })
  .meta({ id: "Activity" });
export type Activity = z.infer<typeof Activity>;

export const listActivity = endpoint({
  id: "plans.activity",
  method: "GET",
  path: "/v1/projects/{projectSlug}/plans/{planShortId}/activity",
  summary: "List what happened in a plan, in words and the newest first",
  description: "The plan's own events that the caller can read, without those of sub-plans.",
  tag,
  params: planParams,
  query: z.strictObject(page),
  reply: z.object({ activity: z.array(Activity), nextCursor }),
  errors: ["not_found"],
});
