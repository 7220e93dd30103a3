import type { FailureReason } from "@groundplan/contract";
import { failureReasonOf, sentenceOf } from "../../outbound/errors.ts";
import { TrackerError } from "./tracker.ts";

/** Untrusted; every field is checked on read. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (data: unknown): data is Fields =>
  typeof data === "object" && data !== null && !Array.isArray(data);

/** Returns null for anything but a JSON object, such as a proxy's HTML page. */
export function objectIn(text: string): Fields | null {
  try {
    const data: unknown = JSON.parse(text);
    return isFields(data) ? data : null;
  } catch {
    return null;
  }
}

/** Returns an empty object if missing or null. */
export function partOf(fields: Fields, name: string): Fields {
  const part = fields[name];
  return isFields(part) ? part : {};
}

/** Returns readers that throw on a value of an unexpected type. */
export function readerOf(tracker: string) {
  /** Treats the outcome as unknown, in case it answers a write. */
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

export function notAnswered(tracker: string, cause: unknown): TrackerError {
  if (cause instanceof TrackerError) return cause; // The call never left, for lack of a token.
  const reason = failureReasonOf(cause);
  if (reason === "timeout") return tooLate(tracker);
  // Tracker libraries throw without a cause if an answer breaks off.
  const known = reason ?? "reset";
  return new TrackerError("unknown", "unreachable", unreached(tracker, known), null, known);
}

export const unreached = (tracker: string, reason: FailureReason): string =>
  `${tracker} could not be reached. ${sentenceOf(reason)}`;
