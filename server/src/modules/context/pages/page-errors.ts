import type { FailureReason } from "@groundplan/contract";
import { unavailable } from "../../../dispatch/serialized-error.ts";
import { type ApiError, invalid, upstreamFailed } from "../../../errors.ts";
import { OutboundError } from "../../../outbound/errors.ts";

export interface PageRequest {
  workspaceId: string;
  url: string;
  /** The page's last `ETag`. */
  etag: string | null;
  /** True if the caller has just sent the address, which makes it a 400. */
  isNew: boolean;
  signal: AbortSignal;
}

/** Returns the caller's version of an error: a fixable address, or the other side's failure. */
export function asApiError(error: unknown, wanted: PageRequest): unknown {
  if (wanted.signal.aborted) return unavailable("the process is stopping");
  if (!(error instanceof OutboundError)) return error;
  const { code, reason, message } = error;
  if (code === "blocked_address" || code === "bad_url") return unfit(wanted, message, reason);
  return failed(wanted, message, reason);
}

/** Returns the error for an unusable address: 400 if new, otherwise 502. */
export const unfit = (wanted: PageRequest, sentence: string, reason?: FailureReason): ApiError =>
  wanted.isNew
    ? invalid("/url", `can't be read as a source. ${sentence}`.replace(/\.$/, ""))
    : failed(wanted, sentence, reason);

export const failed = ({ url }: PageRequest, sentence: string, reason: FailureReason = "status"): ApiError =>
  upstreamFailed(new URL(url).host, reason, `${sentence} Check the address, then repeat.`);
