import { OutboundError } from "../../../outbound/errors.ts";
import { TrackerError } from "./tracker.ts";

/** A tracker's answers are data from outside: what is read of them is checked. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (data: unknown): data is Fields =>
  typeof data === "object" && data !== null && !Array.isArray(data);

/** How the answers of a tracker of this name are read. What is not as it should be throws. */
export function readerOf(tracker: string) {
  /** The answer to a write that can't be read says nothing about whether it happened. */
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
  new TrackerError("unknown", "timeout", `${tracker} did not answer in time.`);

/** A call that failed without an answer. */
export function notAnswered(tracker: string, cause: unknown): TrackerError {
  const timeout =
    (cause instanceof OutboundError && cause.code === "timeout") ||
    (cause instanceof Error && cause.name === "TimeoutError");
  return timeout
    ? tooLate(tracker)
    : new TrackerError("unknown", "unreachable", `${tracker} could not be reached.`);
}
