import type { EventData, EventType, InboxSwitch, NotificationKind } from "@groundplan/contract";
import { type Audience, visibilityOfType } from "../events/visibility.ts";

/** The switch that keeps each kind out of the inbox; null if it always comes. */
export const switchOf = {
  mention: "mentions",
  comment: "threads",
  suggestion: "suggestions",
  share: "shares",
  push: "pushes",
  agent: null,
  webhook: null,
  connector: null,
  claim: null,
  policy: null,
  assignment: null,
} as const satisfies Record<NotificationKind, InboxSwitch | null>;

interface InboxNotification {
  /** Item type; mentioned users get a `mention`. */
  type: Exclude<NotificationKind, "mention">;
  /** True if the service ended something that a user had started, so that they are notified too. */
  byService?: true;
  /** True if followers of the plan or spec are notified. */
  isFollowed?: true;
}

/** Event types that notify recipients, declared only here. */
export const notifyingTypes = {
  "thread.created": { type: "comment", isFollowed: true },
  "thread.resolved": { type: "comment", isFollowed: true },
  "thread.reopened": { type: "comment", isFollowed: true },
  "question.asked": { type: "comment", isFollowed: true },
  "question.answered": { type: "comment", isFollowed: true },
  "comment.created": { type: "comment", isFollowed: true },
  "comment.updated": { type: "comment" },

  "suggestion.created": { type: "suggestion", isFollowed: true },
  "suggestion.accepted": { type: "suggestion" },
  "suggestion.rejected": { type: "suggestion" },
  "suggestion.outdated": { type: "suggestion" },

  "claim.released": { type: "claim" },
  "claim.expired": { type: "claim", byService: true },
  "claim.ended": { type: "claim", byService: true },

  // The reviewer is often the person whose agent asks.
  "review.asked": { type: "claim", byService: true, isFollowed: true },
  "review.failed": { type: "claim" },
  "policy.changed": { type: "policy" },

  "spec.assigned": { type: "assignment" },
  "plan.lead_changed": { type: "assignment" },
  "plan.shared": { type: "share" },
  "plan.owner_changed": { type: "share" },
  "push.finished": { type: "push", byService: true, isFollowed: true },
  "run.waiting": { type: "agent", byService: true },
  "run.paused": { type: "agent", byService: true },
  "run.ended": { type: "agent", byService: true },
  "webhook.paused": { type: "webhook" },
  "connector.disconnected_upstream": { type: "connector", byService: true },
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
  subjectId: string;
  planId?: string | null;
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
  /** True if it leaves the inbox out and is only mailed or pushed. */
  outside?: true;
}
