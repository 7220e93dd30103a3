import type { EventData, EventType } from "@groundplan/contract";
import { type Readers, reachOfType } from "../events/reach.ts";
import type { Tables } from "../storage/tables.ts";

/** A switch of the inbox's settings. */
export type Setting = Exclude<keyof Tables["inbox_settings"], "workspace_id" | "user_id">;

interface Tells {
  /** The type of the items. Whom the event mentions gets a `mention`. */
  type: "comment" | "suggestion" | "share" | "push" | "webhook" | "connector";
  /** The setting by which people do without such items; null where they are always told. */
  setting: Setting | null;
  /** True where the service ended what somebody had begun, so that they are told of it, too. */
  byService?: true;
}

/** The types of events that people are told of in their inboxes, declared here only. */
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

/** Returns how a type of event tells people; null where it tells nobody. */
export const tellsOf = (type: string): Tells | null =>
  Object.hasOwn(tells, type) ? tells[type as TellingType] : null;

/** Returns true for a type of event that is for one person alone. */
export const isPersonal = (type: string): boolean => reachOfType[type as EventType] === "person";

/**
 * The part of an event that names whom it tells, beside those whom its data mentions: the type decides. Whoever did it,
 * is no member or does not want to be told is left out. One that is for one person alone tells that person.
 */
export type ToldOf<T extends EventType> = T extends TellingType
  ? (typeof reachOfType)[T] extends "person"
    ? { tells?: never }
    : { tells: readonly (string | null)[] }
  : { tells?: never };

/** A new event, as far as the inbox looks at it. */
export interface Telling {
  type: EventType;
  data: EventData;
  tells?: readonly (string | null)[];
  readers?: Readers | null;
}

/** Somebody whom an event told, and whether it mentions them. */
export interface Told {
  userId: string;
  mentioned: boolean;
}
