import type { ServerResponse } from "node:http";

/**
 * Returns a number that changes whenever the socket takes something of an answer, and is 0 once it took everything.
 * Node tells of a write only when all of it was taken; how much of it still waits is known to its handle alone.
 */
export function unsentOf({ socket, writableLength }: ServerResponse): number {
  const { _handle: handle } = (socket ?? {}) as { _handle?: { writeQueueSize?: number } | null };
  return writableLength + (handle?.writeQueueSize ?? 0);
}
