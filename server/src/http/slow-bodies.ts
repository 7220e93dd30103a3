import type { IncomingMessage } from "node:http";
import { answerBrokenRequest } from "./error-reply.ts";
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
   * after they wrote everything, and one that is cut off while it writes sees no answer at all. It gets the time of a body
   * again, and `most` bytes. Returns false, and reads nothing, where the body says of itself that it has more.
   */
  readRest(request: IncomingMessage, most: number): boolean;
}

/** Gives each body `ms` milliseconds. Node knows one limit for all requests, which is that of uploads. */
export function slowBodies(context: ServerContext, ms: number): SlowBodies {
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();
  const answered = new WeakSet<IncomingMessage>();
  const leave = (request: IncomingMessage) => clearTimeout(timers.get(request));
  const end = (request: IncomingMessage) => {
    if (request.complete) return;
    if (answered.has(request)) return void request.destroy();
    const slow = Object.assign(new Error("a slow body"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    answerBrokenRequest(context, slow, request.socket);
  };
  const watch = (request: IncomingMessage) => {
    if (!hasBody(request)) return;
    timers.set(request, setTimeout(() => end(request), ms).unref());
    request.once("close", () => leave(request));
  };
  return {
    watch,
    leave,
    end,
    isAnswered: (request) => answered.has(request),
    readRest(request, most) {
      if (Number(request.headers["content-length"] ?? 0) > most) return false;
      answered.add(request);
      leave(request);
      watch(request);
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
