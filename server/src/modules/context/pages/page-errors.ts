import type { FailureReason } from "@groundplan/contract";
import { unavailable } from "../../../dispatch/serialized-error.ts";
import { type ApiError, invalid, upstreamFailed } from "../../../errors.ts";
import { OutboundError } from "../../../outbound/errors.ts";

/** A page that is to be read. */
export interface Wanted {
  workspaceId: string;
  url: string;
  /** The `ETag` of the page as it was read before. */
  etag: string | null;
  /** True where the caller has just sent the address, so that one that can't be a source is their mistake (400). */
  isNew: boolean;
  signal: AbortSignal;
}

/** Returns the error for the caller: what they can mend in their address, or what is wrong on the other side. */
export function asApiError(error: unknown, wanted: Wanted): unknown {
  if (wanted.signal.aborted) return unavailable("the process is stopping");
  if (!(error instanceof OutboundError)) return error;
  const { code, reason, message } = error;
  if (code === "blocked_address" || code === "bad_url") return unfit(wanted, message, reason);
  return failed(wanted, message, reason);
}

/** Returns the error for an address that can't be a source: 400 where it is new, 502 where it was one before. */
export const unfit = (wanted: Wanted, sentence: string, reason?: FailureReason): ApiError =>
  wanted.isNew
    ? invalid("/url", `can't be read as a source. ${sentence}`.replace(/\.$/, ""))
    : failed(wanted, sentence, reason);

export const failed = ({ url }: Wanted, sentence: string, reason: FailureReason = "status"): ApiError =>
  upstreamFailed(new URL(url).host, reason, `${sentence} Check the address, then repeat.`);
