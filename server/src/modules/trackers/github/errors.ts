import { notAnswered, tooLate } from "../answer-reader.ts";
import { TrackerError, type TrackerErrorCode } from "../tracker.ts";
import { type Headers, secondsToWait } from "./limits.ts";

interface Failure {
  response?: { status?: number; headers?: Headers; data?: unknown };
  cause?: unknown;
}

export const headersOf = (thrown: unknown): Headers => (thrown as Failure).response?.headers ?? {};

/** Returns true if GitHub refused with one of these codes. */
export function isRefused(error: unknown, codes: readonly TrackerErrorCode[]): error is TrackerError {
  return error instanceof TrackerError && error.outcome === "refused" && codes.includes(error.code);
}

/**
 * Returns the error for a write to a transferred issue, which a redirect would send to another repository.
 */
export const moved = () =>
  new TrackerError("refused", "missing", "GitHub says that the issue was moved to another repository.");

/** Maps a thrown value to an error with the call's outcome and a message. */
export function asTrackerError(thrown: unknown): TrackerError {
  if (thrown instanceof TrackerError) return thrown;
  const { response, cause } = thrown as Failure;
  if (!response) return notAnswered("GitHub", cause ?? thrown);
  const { status = 0, headers = {}, data } = response;
  if (isLimit(status, headers, data)) {
    const message = "GitHub asked to slow down.";
    return new TrackerError("not_executed", "limited", message, secondsToWait(headers));
  }
  if (status === 408) return tooLate("GitHub");
  if (status >= 500) return new TrackerError("unknown", "unreachable", "GitHub has a disturbance.");
  if (status === 401) {
    return new TrackerError(
      "refused",
      "credential",
      "GitHub no longer accepts the key. Connect again with a new one.",
    );
  }
  if (status === 403 || status === 451) {
    return new TrackerError("refused", "access", "GitHub says that the key lacks the right to do this.");
  }
  if (status === 404 || status === 410) {
    return new TrackerError("refused", "missing", "GitHub says that it is not there.");
  }
  return new TrackerError("refused", "invalid", "GitHub refused what was sent as not valid.");
}

/** Recognizes rate limits, sent as 403 or 429. A 403 without these signs is a missing right. */
function isLimit(status: number, headers: Headers, data: unknown): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  const message = String((data as { message?: unknown } | null)?.message ?? "");
  return (
    headers["retry-after"] !== undefined ||
    String(headers["x-ratelimit-remaining"]) === "0" ||
    /rate limit|abuse/i.test(message)
  );
}
