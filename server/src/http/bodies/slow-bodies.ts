import type { IncomingMessage, ServerResponse } from "node:http";
import { answerBrokenRequest } from "../error-reply.ts";
import type { ServerContext } from "../server-context.ts";
import { type UploadTimes, watchPace } from "./pace.ts";

/** Enforces timeouts of arriving bodies. */
export interface SlowBodies {
  /** Starts a request's timeout. */
  watch(request: IncomingMessage): void;
  /** Stops watching a request with its own limits. */
  leave(request: IncomingMessage): void;
  /** Answers 408 if still unanswered, and closes the connection. */
  end(request: IncomingMessage): void;
  /** Tests for a request answered while its body still arrives. */
  isAnswered(request: IncomingMessage): boolean;
  /**
   * Drains an answered request's body up to `most` bytes at an upload's pace: many clients read only after
   * writing everything. Then closes the connection if the client wants so. Returns false for a larger
   * declared length.
   */
  readRest(response: ServerResponse, most: number): boolean;
}

/** Applies the stall timeout per body, since Node has a single timeout for all requests, set for uploads. */
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
      const { socket } = request; // A sent response has no socket any more.
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

/** Tests for an incomplete body. */
export const hasRest = (request: IncomingMessage): boolean => !request.complete && hasBody(request);

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
