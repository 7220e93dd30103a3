import { type EventType, eventType } from "@groundplan/contract";

/** Returns a kind of event as an address names it; undefined where there is no such kind. */
export const knownKind = (kind: string | undefined): EventType | undefined =>
  eventType.options.find((known) => known === kind);
