import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { collectGarbage } from "../../give-back-memory.ts";
import type { Log } from "../../log.ts";

/** Requests waiting for earlier answers, across connections. */
const mostWaiting = 5_000;
/** Milliseconds between collections while connections are closed. */
const collectEvery = 100;

/**
 * Starts a connection's next request only after the previous answer was consumed, and pauses reading
 * meanwhile, so that a client that never reads holds one answer. Node assigns a response its socket then.
 * Beyond the limit, the connection is closed.
 */
export function queuePipelined(listener: RequestListener, log: Log): RequestListener {
  const waiting = new Map<Socket, number>();
  let all = 0;
  let willCollect = false;

  /** Collects the requests of closed connections, of which V8 would let 150 MB pile up. */
  const collectSoon = () => {
    if (willCollect) return;
    willCollect = true;
    setTimeout(() => {
      willCollect = false;
      collectGarbage("major");
    }, collectEvery).unref();
  };
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
      collectSoon();
      return;
    }
    enter(socket);
    response.once("socket", () => {
      leave(socket);
      listener(request, response);
    });
  };
}
