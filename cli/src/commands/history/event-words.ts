import { type EventType, eventType, type WorkspaceEvent } from "@groundplan/contract";
import { InvalidArgumentError } from "commander";
import { didYouMean } from "../../did-you-mean.ts";

/** Parses a type of event. All of them would not fit into an error. */
export function asEventType(value: string): EventType {
  const found = eventType.safeParse(value);
  if (found.success) return found.data;
  throw new InvalidArgumentError(
    `It must be a type such as spec.updated.${didYouMean(value, eventType.options)}`,
  );
}

/** Returns an event's number, time, actor, credential, type and place. */
export function eventRow(event: WorkspaceEvent): string[] {
  const { seq, at, actor, credential, type, planShortId, specShortId, projectSlug } = event;
  const place = [planShortId ?? projectSlug, specShortId].filter((part) => part !== undefined).join("/");
  return [`${seq}`, at, actor?.name ?? "Groundplan", credential?.name ?? "", type, place];
}
