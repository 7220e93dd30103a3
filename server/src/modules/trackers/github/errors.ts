import { notAnswered, tooLate } from "../answer-reader.ts";
import { TrackerError, type TrackerErrorCode } from "../tracker.ts";
import { type Headers, secondsToWait } from "./limits.ts";

interface Failure {
  response?: { status?: number; headers?: Headers; data?: unknown };
  cause?: unknown;
}

export const headersOf = (thrown: unknown): Headers => (thrown as Failure).response?.headers ?? {};

export function isRefused(error: unknown, codes: readonly TrackerErrorCode[]): error is TrackerError {
  return error instanceof TrackerError && error.outcome === "refused" && codes.includes(error.code);
}

/** Prevents a write from following a redirect into another repository. */
export const moved = () =>
  new TrackerError("refused", "missing", "GitHub says that the issue was moved to another repository.");

/** Determines whether the call was executed, and words the error. */
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
  return new TrackerError("refused", "invalid", "GitHub rejected the request as invalid.");
}

/** Recognizes rate limits in 403 and 429. Other 403s are missing rights. */
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
