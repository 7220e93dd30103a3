import { notAnswered, tooLate } from "../read.ts";
import { retryAfterSeconds } from "../retry-after.ts";
import { TrackerError, type TrackerErrorCode } from "../tracker.ts";

type Headers = Readonly<Record<string, unknown>>;

interface Failure {
  response?: { status?: number; headers?: Headers; data?: unknown };
  cause?: unknown;
}

/** The headers that came with an error of the client; none where no answer came. */
export const headersOf = (thrown: unknown): Headers => (thrown as Failure).response?.headers ?? {};

/** Whether GitHub said no, for one of these reasons. */
export function isRefused(error: unknown, codes: readonly TrackerErrorCode[]): error is TrackerError {
  return error instanceof TrackerError && error.outcome === "refused" && codes.includes(error.code);
}

/** What an issue that was transferred answers to a write, which would land in another repository if followed. */
export const moved = () =>
  new TrackerError("refused", "missing", "GitHub says that the issue was moved to another repository.");

/** What an error of the client means: whether the call was executed, and what to tell people. */
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

/** GitHub tells its limits by 403 or 429; a 403 without any of these signs is a missing right. */
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

/** `Retry-After`, else the reset of an empty budget, else nothing is known. */
function secondsToWait(headers: Headers): number | null {
  const after = retryAfterSeconds(textOf(headers["retry-after"]), textOf(headers.date));
  if (after !== null) return after;
  return String(headers["x-ratelimit-remaining"]) === "0" ? secondsUntilReset(headers) : null;
}

const textOf = (header: unknown) => (header === undefined ? null : String(header));

/** By GitHub's own clock; null where it names no reset. */
export function secondsUntilReset(headers: Headers): number | null {
  const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN);
  if (Number.isNaN(reset)) return null;
  const now = Date.parse(String(headers.date)) || Date.now();
  return Math.max(1, Math.ceil(reset - now / 1000));
}
