import type { IncomingMessage } from "node:http";
import { answerBrokenRequest } from "./error-reply.ts";
import type { ServerContext } from "./server-context.ts";

/** Limits the time in which bodies arrive. */
export interface SlowBodies {
  /** Begins the time of a request; one whose body is late is answered 408. */
  watch(request: IncomingMessage): void;
  /** Ends the watch of a request that has limits of its own. */
  leave(request: IncomingMessage): void;
}

/** Gives each body `ms` milliseconds. Node knows one limit for all requests, which is that of uploads. */
export function slowBodies(context: ServerContext, ms: number): SlowBodies {
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();
  const leave = (request: IncomingMessage) => clearTimeout(timers.get(request));
  return {
    watch(request) {
      const { headers, socket } = request;
      if (headers["transfer-encoding"] === undefined && !Number(headers["content-length"])) return;
      const timer = setTimeout(() => {
        if (request.complete) return;
        const slow = Object.assign(new Error("a slow body"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
        answerBrokenRequest(context, slow, socket);
      }, ms);
      timers.set(request, timer.unref());
      request.once("close", () => leave(request));
    },
    leave,
  };
}
