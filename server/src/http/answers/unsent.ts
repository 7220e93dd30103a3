import type { ServerResponse } from "node:http";

interface Handle {
  /** Bytes not yet accepted by the socket. */
  writeQueueSize?: number;
}

const queueOf = ({ socket }: ServerResponse): number => {
  const { _handle: handle } = (socket ?? {}) as { _handle?: Handle | null };
  return handle?.writeQueueSize ?? 0;
};

/** Returns a socket's buffered bytes of an answer; Node counts texts in characters. */
export const heldBytesOf = (response: ServerResponse, bytesOfUnit: number): number =>
  Math.max(Math.ceil(response.writableLength * bytesOfUnit), queueOf(response));

/**
 * Returns a number that changes whenever the socket accepts data, and is 0 at the end. Node reports only
 * complete writes; the handle knows partial progress.
 */
export const unsentOf = (response: ServerResponse): number => response.writableLength + queueOf(response);
