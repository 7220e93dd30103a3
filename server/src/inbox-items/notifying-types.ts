import type { EventData, EventType } from "@groundplan/contract";
import { type Audience, visibilityOfType } from "../events/visibility.ts";
import type { Tables } from "../storage/tables.ts";

/** A switch in the inbox settings. */
export type Setting = Exclude<keyof Tables["inbox_settings"], "workspace_id" | "user_id">;

interface InboxNotification {
  /** Item type; mentioned users get a `mention`. */
  type: "comment" | "suggestion" | "share" | "push" | "webhook" | "connector" | "claim" | "policy";
  /** The setting that turns such items off; null if they can't be. */
  setting: Setting | null;
  /** True if the service ended something that a user had started, so that they are notified too. */
  byService?: true;
}

/** Event types that notify recipients, declared only here. */
export const notifyingTypes = {
  "thread.created": { type: "comment", setting: "threads" },
  "thread.resolved": { type: "comment", setting: "threads" },
  "thread.reopened": { type: "comment", setting: "threads" },
  "question.asked": { type: "comment", setting: "threads" },
  "question.answered": { type: "comment", setting: "threads" },
  "comment.created": { type: "comment", setting: "threads" },
  "comment.updated": { type: "comment", setting: "threads" },

  "suggestion.created": { type: "suggestion", setting: "suggestions" },
  "suggestion.accepted": { type: "suggestion", setting: "suggestions" },
  "suggestion.rejected": { type: "suggestion", setting: "suggestions" },
  "suggestion.outdated": { type: "suggestion", setting: "suggestions" },

  "claim.released": { type: "claim", setting: null },
  "claim.expired": { type: "claim", setting: null, byService: true },
  "claim.ended": { type: "claim", setting: null, byService: true },

  // The reviewer is often the person whose agent asks.
  "review.asked": { type: "claim", setting: null, byService: true },
  "review.failed": { type: "claim", setting: null },
  "policy.changed": { type: "policy", setting: null },

  "plan.shared": { type: "share", setting: "shares" },
  "plan.owner_changed": { type: "share", setting: "shares" },
  "push.finished": { type: "push", setting: "pushes", byService: true },
  "webhook.paused": { type: "webhook", setting: null },
  "connector.disconnected_upstream": { type: "connector", setting: null, byService: true },
} as const satisfies Partial<Record<EventType, InboxNotification>>;

export type NotifyingType = keyof typeof notifyingTypes;

/** Returns how an event type notifies; null if it doesn't. */
export const notificationOf = (type: string): InboxNotification | null =>
  Object.hasOwn(notifyingTypes, type) ? notifyingTypes[type as NotifyingType] : null;

/** Tests for event types with a single recipient. */
export const isPersonal = (type: string): boolean => visibilityOfType[type as EventType] === "person";

/**
 * The recipients of an event besides mentioned users; the author, non-members and those who opted out are
 * dropped. Personal events go to their user.
 */
export type NotifiesOf<T extends EventType> = T extends NotifyingType
  ? (typeof visibilityOfType)[T] extends "person"
    ? { notifies?: never }
    : { notifies: readonly (string | null)[]; isByAgent?: boolean }
  : { notifies?: never };

/** The fields of a new event that the inbox reads. */
export interface NotifyingEvent {
  type: EventType;
  data: EventData;
  notifies?: readonly (string | null)[];
  /** True for an act of an agent of which its own person is notified, too. */
  isByAgent?: boolean;
  audience?: Audience | null;
}

/** A recipient, and whether the event mentions them. */
export interface Recipient {
  userId: string;
  mentioned: boolean;
}
