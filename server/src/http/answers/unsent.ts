import type { ServerResponse } from "node:http";

interface Handle {
  /** The bytes that the socket has not taken. */
  writeQueueSize?: number;
}

const queueOf = ({ socket }: ServerResponse): number => {
  const { _handle: handle } = (socket ?? {}) as { _handle?: Handle | null };
  return handle?.writeQueueSize ?? 0;
};

/** Returns the bytes that a socket holds of an answer, of which Node counts a text in characters of so many bytes each. */
export const heldBytesOf = (response: ServerResponse, bytesOfUnit: number): number =>
  Math.max(Math.ceil(response.writableLength * bytesOfUnit), queueOf(response));

/**
 * Returns a number that changes whenever the socket takes something of an answer, and is 0 once it took everything.
 * Node tells of a write only when all of it was taken; how much of it still waits is known to its handle alone.
 */
export const unsentOf = (response: ServerResponse): number => response.writableLength + queueOf(response);
