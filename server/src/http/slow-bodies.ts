import type { IncomingMessage, ServerResponse } from "node:http";
import { answerBrokenRequest } from "./error-reply.ts";
import { type UploadTimes, watchPace } from "./multipart/pace.ts";
import type { ServerContext } from "./server-context.ts";

/** Limits the time in which bodies arrive. */
export interface SlowBodies {
  /** Begins the time of a request; one whose body is late is ended. */
  watch(request: IncomingMessage): void;
  /** Ends the watch of a request that has limits of its own. */
  leave(request: IncomingMessage): void;
  /** Answers 408 and closes the connection; one that has its answer already is only closed. */
  end(request: IncomingMessage): void;
  /** Returns true if a request has its answer while its body still comes. */
  isAnswered(request: IncomingMessage): boolean;
  /**
   * Reads what still comes of a body whose request is being answered, and throws it away: many clients read an answer only
   * after they wrote everything, and one that is cut off while it writes sees no answer at all. It gets the times of an
   * upload, and `most` bytes; a connection that its client wants closed is closed then. Returns false, and reads nothing,
   * where the body says of itself that it has more.
   */
  readRest(response: ServerResponse, most: number): boolean;
}

/**
 * Gives each body the time in which an upload may bring nothing. Node knows one limit for all requests, which is that of
 * uploads.
 */
export function slowBodies(context: ServerContext, times: UploadTimes): SlowBodies {
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();
  const answered = new WeakSet<IncomingMessage>();
  const leave = (request: IncomingMessage) => clearTimeout(timers.get(request));
  const end = (request: IncomingMessage) => {
    if (request.complete) return;
    if (answered.has(request)) return void request.destroy();
    const slow = Object.assign(new Error("a slow body"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    answerBrokenRequest(context, slow, request.socket);
  };
  return {
    watch(request) {
      if (!hasBody(request)) return;
      timers.set(request, setTimeout(() => end(request), times.stall).unref());
      request.once("close", () => leave(request));
    },
    leave,
    end,
    isAnswered: (request) => answered.has(request),
    readRest(response, most) {
      const { req: request, shouldKeepAlive: staysOpen } = response;
      const { socket } = request; // The response has none any more once it was sent.
      if (Number(request.headers["content-length"] ?? 0) > most) return false;
      answered.add(request);
      leave(request);
      const endPace = watchPace(request, times, () => request.destroy());
      const finish = () => {
        endPace();
        if (!staysOpen) socket.destroySoon();
      };
      request.once("close", endPace);
      request.once("end", () => (response.writableEnded ? finish() : response.once("finish", finish)));
      let left = most;
      request.on("data", (chunk: Buffer) => {
        left -= chunk.length;
        if (left < 0) request.destroy();
      });
      request.resume();
      return true;
    },
  };
}

/** Returns true if a part of the request's body is not here yet. */
export const hasRest = (request: IncomingMessage): boolean => !request.complete && hasBody(request);

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
