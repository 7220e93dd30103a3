import type { Provider } from "@groundplan/contract";
import { ApiError, upstreamFailed } from "../../errors.ts";
import { longestWaitSeconds } from "./retry-after.ts";
import type { TrackerError } from "./tracker.ts";

/** Leaves out the tracker's own words (decisions section 1, upstream errors). */
export function upstreamError(
  { code: why, reason, message, retryAfterSeconds }: TrackerError,
  provider: Provider,
): ApiError {
  if (why === "ended") return new ApiError("not_connected", message);
  if (retryAfterSeconds === null) return upstreamFailed(provider, reason, message);
  const seconds = String(Math.max(1, Math.ceil(retryAfterSeconds)));
  const wait = retryAfterSeconds > longestWaitSeconds ? "more than a day" : `${seconds} seconds`;
  const text = `${message} Try again in ${wait}.`;
  return upstreamFailed(provider, reason, text, { "retry-after": seconds });
}
