import type { Provider } from "@groundplan/contract";
import { ApiError } from "../../errors.ts";
import { longestWaitSeconds } from "./retry-after.ts";
import type { TrackerError } from "./tracker.ts";

/**
 * Returns a tracker's failure for the caller, without the tracker's own words (decisions section 1, upstream errors).
 */
export function upstreamError(
  { code: why, message, retryAfterSeconds }: TrackerError,
  provider: Provider,
): ApiError {
  if (why === "ended") return new ApiError("not_connected", message);
  const code = why === "timeout" ? "upstream_timeout" : "upstream_error";
  if (retryAfterSeconds === null) return new ApiError(code, message, { provider });
  const seconds = String(Math.max(1, Math.ceil(retryAfterSeconds)));
  const wait = retryAfterSeconds > longestWaitSeconds ? "more than a day" : `${seconds} seconds`;
  const text = `${message} Try again in ${wait}.`;
  return new ApiError(code, text, { provider }, { "retry-after": seconds });
}
