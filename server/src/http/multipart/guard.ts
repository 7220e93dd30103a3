import type { IncomingMessage } from "node:http";
import { unavailable } from "../../dispatch/serialized-error.ts";
import { ApiError } from "../../errors.ts";
import { answerBrokenRequest } from "../error-reply.ts";
import type { ServerContext } from "../server-context.ts";
import { type UploadTimes, watchPace } from "./pace.ts";

const tooLarge = (limit: number) =>
  new ApiError(
    "payload_too_large",
    `The files of a request may have ${limit} bytes together. Send fewer at once.`,
    undefined,
    { connection: "close" },
  );

/** Throws 413 where a body says of itself that it is over the limit. */
export function checkLength({ headers }: IncomingMessage, limit: number): void {
  if (Number(headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
}

/**
 * Watches a body while it arrives, also what still comes after its answer: one that is too large (413), too slow (408) or
 * meets the end of the service (503) aborts the signal; one that was answered already loses its connection.
 */
export function guardBody(
  context: ServerContext,
  request: IncomingMessage,
  limit: number,
  times: UploadTimes,
): AbortSignal {
  const ended = new AbortController();
  const { draining } = context;
  let bytes = 0;
  const fail = (error: Error) => {
    if (ended.signal.aborted) request.destroy();
    else ended.abort(error);
  };
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limit) fail(tooLarge(limit));
  };
  const endPace = watchPace(request, times, () => {
    const slow = Object.assign(new Error("a slow upload"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    answerBrokenRequest(context, slow, request.socket);
    fail(slow);
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
