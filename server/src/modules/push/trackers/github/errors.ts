import { OutboundError } from "../../../../outbound/errors.ts";
import { TrackerError } from "../tracker.ts";

interface Failure {
  response?: { status?: number; headers?: Record<string, unknown>; data?: unknown };
  cause?: unknown;
}

/** What an error of the client means: whether the call was executed, and what to tell people. */
export function asTrackerError(thrown: unknown): TrackerError {
  if (thrown instanceof TrackerError) return thrown;
  const { response, cause } = thrown as Failure;
  if (!response) return notAnswered(cause ?? thrown);
  const { status = 0, headers = {}, data } = response;
  if (isLimit(status, headers, data)) {
    const message = "GitHub asked to slow down.";
    return new TrackerError("not_executed", "limited", message, secondsToWait(headers));
  }
  if (status >= 500) return new TrackerError("unknown", "unreachable", "GitHub has a disturbance.");
  if (status === 401) {
    return new TrackerError(
      "refused",
      "credential",
      "GitHub no longer accepts the key. Connect again with a new one.",
    );
  }
  if (status === 403) {
    return new TrackerError("refused", "access", "GitHub says that the key lacks the right to do this.");
  }
  if (status === 404 || status === 410) {
    return new TrackerError("refused", "missing", "GitHub says that it is not there.");
  }
  return new TrackerError("refused", "invalid", "GitHub refused what was sent as not valid.");
}

function notAnswered(cause: unknown): TrackerError {
  const timeout =
    (cause instanceof OutboundError && cause.code === "timeout") ||
    (cause instanceof Error && cause.name === "TimeoutError");
  return timeout
    ? new TrackerError("unknown", "timeout", "GitHub did not answer in time.")
    : new TrackerError("unknown", "unreachable", "GitHub could not be reached.");
}

/** GitHub tells its limits by 403 or 429; a 403 without any of these signs is a missing right. */
function isLimit(status: number, headers: Record<string, unknown>, data: unknown): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  const message = String((data as { message?: unknown } | null)?.message ?? "");
  return (
    headers["retry-after"] !== undefined ||
    String(headers["x-ratelimit-remaining"]) === "0" ||
    /rate limit|abuse/i.test(message)
  );
}

/** `Retry-After`, else the reset of an empty budget by GitHub's own clock, else nothing is known. */
function secondsToWait(headers: Record<string, unknown>): number | null {
  const after = Number(headers["retry-after"] ?? Number.NaN);
  if (after >= 0) return after;
  const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
  if (String(headers["x-ratelimit-remaining"]) !== "0" || Number.isNaN(reset)) return null;
  const now = Date.parse(String(headers.date)) || Date.now();
  return Math.max(1, Math.ceil(reset - now / 1000));
}
