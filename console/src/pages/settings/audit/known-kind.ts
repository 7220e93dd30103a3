import { type EventType, eventType } from "@groundplan/contract";

/** Validates an event type from the address. */
export const knownKind = (kind: string | undefined): EventType | undefined =>
  eventType.options.find((known) => known === kind);
