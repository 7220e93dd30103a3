import type { EventData, EventType } from "@groundplan/contract";
import { type Readers, reachOfType } from "../events/reach.ts";
import type { Tables } from "../storage/tables.ts";

/** A switch in the inbox settings. */
export type Setting = Exclude<keyof Tables["inbox_settings"], "workspace_id" | "user_id">;

interface Tells {
  /** Item type; mentioned users get a `mention`. */
  type: "comment" | "suggestion" | "share" | "push" | "webhook" | "connector";
  /** The setting that turns such items off; null if they can't be. */
  setting: Setting | null;
  /** True if the service ended something that a user had started, so that they are notified too. */
  byService?: true;
}

/** Event types that notify recipients, declared only here. */
export const tells = {
  "thread.created": { type: "comment", setting: "threads" },
  "thread.resolved": { type: "comment", setting: "threads" },
  "thread.reopened": { type: "comment", setting: "threads" },
  "comment.created": { type: "comment", setting: "threads" },
  "comment.updated": { type: "comment", setting: "threads" },

  "suggestion.created": { type: "suggestion", setting: "suggestions" },
  "suggestion.accepted": { type: "suggestion", setting: "suggestions" },
  "suggestion.rejected": { type: "suggestion", setting: "suggestions" },
  "suggestion.outdated": { type: "suggestion", setting: "suggestions" },

  "plan.shared": { type: "share", setting: "shares" },
  "plan.owner_changed": { type: "share", setting: "shares" },
  "push.finished": { type: "push", setting: "pushes", byService: true },
  "webhook.paused": { type: "webhook", setting: null },
  "connector.disconnected_upstream": { type: "connector", setting: null, byService: true },
} as const satisfies Partial<Record<EventType, Tells>>;

export type TellingType = keyof typeof tells;

/** Returns how an event type notifies; null if it doesn't. */
export const tellsOf = (type: string): Tells | null =>
  Object.hasOwn(tells, type) ? tells[type as TellingType] : null;

/** Tests for event types with a single recipient. */
export const isPersonal = (type: string): boolean => reachOfType[type as EventType] === "person";

/**
 * The recipients of an event besides mentioned users; the author, non-members and those who opted out are
 * dropped. Personal events go to their user.
 */
export type ToldOf<T extends EventType> = T extends TellingType
  ? (typeof reachOfType)[T] extends "person"
    ? { tells?: never }
    : { tells: readonly (string | null)[] }
  : { tells?: never };

/** The fields of a new event that the inbox reads. */
export interface Telling {
  type: EventType;
  data: EventData;
  tells?: readonly (string | null)[];
  readers?: Readers | null;
}

/** A recipient, and whether the event mentions them. */
export interface Told {
  userId: string;
  mentioned: boolean;
}
