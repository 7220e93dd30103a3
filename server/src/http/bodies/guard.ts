import type { IncomingMessage } from "node:http";
import { unavailable } from "../../dispatch/serialized-error.ts";
import { ApiError } from "../../errors.ts";
import type { ServerContext } from "../server-context.ts";
import { type UploadTimes, watchPace } from "./pace.ts";
import type { SlowBodies } from "./slow-bodies.ts";

const tooLarge = (limit: number) =>
  new ApiError(
    "payload_too_large",
    `The files of a request may have ${limit} bytes together. Send fewer at once.`,
  );

/** Throws 413 for a declared length over the limit. */
export function checkLength({ headers }: IncomingMessage, limit: number): void {
  if (Number(headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
}

/**
 * Watches an arriving body: too large (413), too slow (408) or draining (503) aborts the signal once. The
 * rest is drained like any answered body.
 */
export function guardBody(
  { draining }: ServerContext,
  slow: SlowBodies,
  request: IncomingMessage,
  limit: number,
  times: UploadTimes,
): AbortSignal {
  const ended = new AbortController();
  let bytes = 0;
  const fail = (error: Error) => {
    leave();
    ended.abort(error);
  };
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limit) fail(tooLarge(limit));
  };
  const endPace = watchPace(request, times, () => {
    slow.end(request);
    fail(new Error("a slow upload"));
  });
  const drain = () => fail(unavailable("draining"));
  request.on("data", count);
  draining.addEventListener("abort", drain);
  const leave = () => {
    endPace();
    request.off("data", count);
    draining.removeEventListener("abort", drain);
  };
  request.once("end", leave).once("close", leave);
  return ended.signal;
}
