import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import type { Log } from "../log.ts";

/** Requests waiting for earlier answers, across connections. */
const mostWaiting = 5_000;

/**
 * Starts a connection's next request only after the previous answer was consumed, and pauses reading
 * meanwhile, so that a client that never reads holds one answer. Node assigns a response its socket then.
 * Beyond the limit, the connection is closed.
 */
export function queuePipelined(listener: RequestListener, log: Log): RequestListener {
  const waiting = new Map<Socket, number>();
  let all = 0;

  const forget = (socket: Socket) => {
    all -= waiting.get(socket) ?? 0;
    waiting.delete(socket);
  };
  const enter = (socket: Socket) => {
    const count = waiting.get(socket);
    if (count === undefined) socket.once("close", () => forget(socket));
    if (!count) socket.pause();
    waiting.set(socket, (count ?? 0) + 1);
    all++;
  };
  const leave = (socket: Socket) => {
    const count = (waiting.get(socket) ?? 0) - 1;
    waiting.set(socket, count);
    all--;
    if (count === 0) socket.resume();
  };

  return (request, response) => {
    const { socket } = request;
    if (response.socket) return listener(request, response);
    if (socket.destroyed) return;
    if (all >= mostWaiting) {
      log.info(
        { waiting: all },
        "a connection was closed: too many requests wait for the answers before theirs",
      );
      socket.destroy();
      return;
    }
    enter(socket);
    response.once("socket", () => {
      leave(socket);
      listener(request, response);
    });
  };
}
