import type { FailureReason } from "@groundplan/contract";
import { failureReasonOf, sentenceOf } from "../../outbound/errors.ts";
import { TrackerError } from "./tracker.ts";

/** An object in a tracker's answer. It comes from outside, so every field is checked when it is read. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (data: unknown): data is Fields =>
  typeof data === "object" && data !== null && !Array.isArray(data);

/** Returns the object that a text holds as JSON; null where it holds none, such as a proxy's page of HTML. */
export function objectIn(text: string): Fields | null {
  try {
    const data: unknown = JSON.parse(text);
    return isFields(data) ? data : null;
  } catch {
    return null;
  }
}

/** Returns a nested object; an empty one where it is missing or null. */
export function partOf(fields: Fields, name: string): Fields {
  const part = fields[name];
  return isFields(part) ? part : {};
}

/**
 * Returns functions that read the answers of the tracker with this name. They throw where a value is not of the
 * expected type.
 */
export function readerOf(tracker: string) {
  /**
   * Returns the error for an answer that can't be read. Where it answers a write, nobody knows whether that happened.
   */
  function unreadable(): TrackerError {
    const message = `${tracker}'s answer could not be read; something in between may have changed it.`;
    return new TrackerError("unknown", "unreachable", message);
  }
  function fieldsOf(data: unknown): Fields {
    if (isFields(data)) return data;
    throw unreadable();
  }
  function listOf(data: unknown): Fields[] {
    if (Array.isArray(data)) return data.map(fieldsOf);
    throw unreadable();
  }
  function text(fields: Fields, name: string): string {
    const value = fields[name];
    if (typeof value === "string") return value;
    throw unreadable();
  }
  return { unreadable, fieldsOf, listOf, text };
}

export const tooLate = (tracker: string) =>
  new TrackerError("unknown", "timeout", unreached(tracker, "timeout"));

/** Returns the error for a call without an answer. */
export function notAnswered(tracker: string, cause: unknown): TrackerError {
  if (cause instanceof TrackerError) return cause; // The call never left, for want of a token.
  const reason = failureReasonOf(cause);
  if (reason === "timeout") return tooLate(tracker);
  // The libraries of the trackers throw without a cause where an answer breaks off.
  const known = reason ?? "reset";
  return new TrackerError("unknown", "unreachable", unreached(tracker, known), null, known);
}

/** Says for people that a tracker could not be reached, why, and what to do. */
export const unreached = (tracker: string, reason: FailureReason): string =>
  `${tracker} could not be reached. ${sentenceOf(reason)}`;
