import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { ApiError } from "../errors.ts";

const mebibyte = 1024 * 1024;
/** The most bytes of answers that may wait for the readers of one credential, and of all. */
const mostOfCredential = 16 * mebibyte;
const mostOfAll = 128 * mebibyte;
/** The stall's time, in milliseconds, of a service that stops: its clients have few seconds for what they were sent. */
const stallOfStop = 2_000;

/** Limits the answers that nobody reads. */
export interface Backpressure {
  /** Throws 429 where `bytes` more would exceed what may wait for the credential's readers. */
  requireRoom(credentialId: string | undefined, bytes?: number): void;
  /**
   * Counts what the socket has not taken of an answer, until it has. Where the answer is piped from `parts`, each is
   * counted as it comes. A socket that takes nothing for the stall's time is closed.
   */
  watch(response: ServerResponse, credentialId: string | undefined, parts?: Readable): void;
}

/**
 * Bounds the memory of answers on their way: what a credential's readers leave is bounded by refusing it more, what
 * all leave by closing the connection that has waited longest of the credential that leaves most. A socket that takes
 * nothing is closed after `stallMs` milliseconds, or earlier once the service is `draining`. After an answer the
 * server's own limit, `idleMs`, holds again.
 */
export function createBackpressure(
  stallMs: number,
  idleMs: number,
  draining = new AbortController().signal,
): Backpressure {
  const ofCredential = new Map<string, number>();
  /** The answers that wait, in the order in which they began to. */
  const waiting = new Map<ServerResponse, { credentialId: string; counted: number; release(): void }>();
  let ofAll = 0;
  // Node looks at the end of each such time whether the socket took anything since its last look.
  const lookAfter = () => (draining.aborted ? Math.min(stallMs, stallOfStop) : stallMs) / 2;
  draining.addEventListener("abort", () => {
    for (const [{ socket }] of waiting) socket?.setTimeout(lookAfter());
  });

  const count = (credentialId: string, bytes: number) => {
    const now = (ofCredential.get(credentialId) ?? 0) + bytes;
    if (now > 0) ofCredential.set(credentialId, now);
    else ofCredential.delete(credentialId);
    ofAll += bytes;
  };
  const closeMost = () => {
    while (ofAll > mostOfAll && waiting.size > 1) {
      const [most] = [...ofCredential].reduce((a, b) => (b[1] > a[1] ? b : a));
      const oldest = [...waiting].find(([, answer]) => answer.credentialId === most && answer.counted > 0);
      if (!oldest) return;
      const [response, { release }] = oldest;
      release();
      response.destroy();
    }
  };

  return {
    requireRoom(credentialId = "", bytes = 0) {
      const held = ofCredential.get(credentialId);
      if (held === undefined || held + bytes <= mostOfCredential) return;
      throw new ApiError(
        "rate_limited",
        "Too many answers to this credential wait to be read. Read them or close their connections, then repeat.",
        undefined,
        { "retry-after": "1" },
      );
    },
    watch(response, credentialId = "", parts) {
      const { socket } = response;
      // A response that was injected has no connection, and a sink for a socket.
      if (!socket?.setTimeout || response.destroyed) return;
      if (!parts && response.writableLength === 0) return;
      socket.setTimeout(lookAfter());
      const answer = {
        credentialId,
        counted: 0,
        release() {
          if (!waiting.delete(response)) return;
          count(credentialId, -answer.counted);
          if (socket.timeout === lookAfter()) socket.setTimeout(idleMs);
        },
      };
      const measure = () => {
        if (!waiting.has(response)) return;
        const bytes = response.writableLength;
        count(credentialId, bytes - answer.counted);
        answer.counted = bytes;
        if (ofAll > mostOfAll) closeMost();
      };
      waiting.set(response, answer);
      // This comes before Node sets the limit of an idle connection, or begins the connection's next request.
      response.prependOnceListener("finish", answer.release);
      response.once("close", answer.release);
      measure();
      parts?.on("data", measure); // The pipe's own listener writes the part before.
      if (parts) response.on("drain", measure);
    },
  };
}
