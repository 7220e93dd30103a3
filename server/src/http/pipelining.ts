import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import type { Log } from "../log.ts";

/** The most requests, of all connections, that wait for the answers before theirs; each takes a few kilobytes. */
const mostWaiting = 5_000;

/**
 * Begins a connection's next request when its reader has taken the answer before it, and stops reading from the
 * connection meanwhile: a client that sends without reading makes the service hold one answer, not all of them. Node
 * gives a response its socket when the one before it has left. One read may bring hundreds of requests; where too many
 * wait, the connection that brings more is closed.
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
