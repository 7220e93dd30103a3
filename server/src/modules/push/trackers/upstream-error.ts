import type { Provider } from "@groundplan/contract";
import { ApiError } from "../../../errors.ts";
import type { TrackerError } from "./tracker.ts";

/** A tracker's failure as the caller sees it: its own words stay out (decisions section 1, upstream errors). */
export function upstreamError(error: Pick<TrackerError, "code" | "message">, provider: Provider): ApiError {
  const code = error.code === "timeout" ? "upstream_timeout" : "upstream_error";
  return new ApiError(code, error.message, { provider });
}
