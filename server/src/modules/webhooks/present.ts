import { type EventType, eventType, type Webhook, type WebhookDelivery } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { sentenceOf } from "../../outbound/errors.ts";
import type { DeliveryRow, ShownWebhook } from "./store.ts";

/** Returns the stored types: null for all, including future ones. */
export const rowOfEvents = (events: readonly EventType[] | undefined): string | null =>
  events === undefined || new Set(events).size === eventType.options.length ? null : JSON.stringify(events);

/** Returns the API's form of a webhook for its member, without secrets. */
export const presentWebhook = (row: ShownWebhook): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events === null ? [...eventType.options] : (JSON.parse(row.events) as EventType[]),
  ...(row.slug === null ? {} : { projectSlug: row.slug }),
  format: row.format,
  enabled: row.enabled === 1,
  createdAt: row.created_at,
  ...(row.disabled_reason === null ? {} : { disabledReason: row.disabled_reason }),
  lastError: errorOf(row),
});

/** Returns a webhook as a member sees it. */
export const presentTo = (actor: Pick<Actor, "userId">, row: ShownWebhook): Webhook =>
  Object.assign(presentWebhook(row), { url: addressFor(actor, row) });

/** Returns a webhook's address; of another member's chat, whose address is a secret, only the origin. */
export const addressFor = (
  { userId }: Pick<Actor, "userId">,
  { format, url, user_id }: Pick<ShownWebhook, "format" | "url" | "user_id">,
): string => (format === "slack" && user_id !== userId ? new URL("/", url).href : url);

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  eventSeq: row.event_seq,
  type: row.type as EventType,
  state: row.state,
  attempts: row.attempts,
  ...(row.last_status === null ? {} : { lastStatus: row.last_status }),
  lastError: errorOf(row),
  // During an attempt, the time would be its timeout.
  ...(row.next_attempt_at === null || row.leased === 1 ? {} : { nextAttemptAt: row.next_attempt_at }),
  createdAt: row.created_at,
});

const errorOf = ({
  last_failure: reason,
}: Pick<DeliveryRow, "last_failure">): WebhookDelivery["lastError"] =>
  reason === null ? null : { reason, message: sentenceOf(reason) };
