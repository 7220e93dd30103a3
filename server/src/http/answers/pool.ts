import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { unavailable } from "../../dispatch/serialized-error.ts";
import type { Owner, OwnerOf } from "./owner.ts";
import { Shares } from "./shares.ts";
import { heldBytesOf, unsentOf } from "./unsent.ts";
import { waitingAnswers } from "./waiting.ts";

/** Size in bytes up to which answers never wait. */
export const smallAnswerBytes = 64 * 1024;
/** Stall timeout while draining, when clients have only seconds. */
const drainingStallMs = 2_000;
/** Waiting time as a multiple of the stall timeout, so that stuck readers are closed first. */
const waitPerStall = 1.25;

/** A large answer's place in the pool, until it is consumed or its connection closes. */
export interface Reservation {
  /**
   * Sets the bytes held until written; 0 for shared ones. `bytesOfUnit` is a text's bytes per character,
   * which Node's socket counters count.
   */
  hold(bytes: number, bytesOfUnit?: number): void;
  /** Tracks the socket's backlog for each chunk of a stream. */
  follow(parts: Readable): void;
  /** Releases the place. */
  leave(): void;
}

/** Bounds the memory of all unread answers. Shared bytes are free. */
export interface AnswerPool {
  ownerOf: OwnerOf;
  /** Tracks an answer's backlog and closes stalled connections. Required for every answer. */
  watch(response: ServerResponse): void;
  /** Reserves capacity immediately, even beyond the limit. */
  take(response: ServerResponse, owner: Owner, bytes: number): Reservation;
  /** Reserves capacity; null if there is none. */
  takeIfCapacity(response: ServerResponse, owner: Owner, bytes: number): Reservation | null;
  /** Reserves capacity in turn; throws 429 after too long a wait. */
  takeInTurn(response: ServerResponse, owner: Owner, bytes: number): Promise<Reservation>;
}

interface Answer {
  owner: Owner;
  /** 1 for an answer above 64 KiB, which counts for its address. */
  large: 0 | 1;
  /** Bytes created but not yet written. */
  unwritten: number;
  /** Bytes per unit of Node's socket counters. */
  bytesOfUnit: number;
  isShared: boolean;
  /** Bytes counted in the owner's share. */
  counted: number;
  /** The backlog at the last check, and since when it has been unchanged. */
  unsent: number;
  since: number;
}

/**
 * Creates the pool. Beyond the total limit, the owner with the largest backlog loses its longest waiting
 * connection. A connection stalled for `stallMs` is closed, earlier while `draining`.
 */
export function createAnswerPool(ownerOf: OwnerOf, stallMs: number, draining: AbortSignal): AnswerPool {
  /** Active answers in starting order. */
  const answers = new Map<ServerResponse, Answer>();
  const shares = new Shares();
  const waiting = waitingAnswers(shares);
  let isTicking = false;

  const add = (response: ServerResponse, owner: Owner, large: 0 | 1, unwritten: number): Answer => {
    const since = performance.now();
    const isShared = large === 1 && unwritten === 0;
    const answer: Answer = {
      owner,
      large,
      unwritten,
      bytesOfUnit: 1,
      isShared,
      counted: 0,
      unsent: 0,
      since,
    };
    if (response.destroyed) return answer; // Would never be released.
    answers.set(response, answer);
    shares.add(owner, { large });
    response.once("finish", () => remove(response));
    response.once("close", () => remove(response));
    measure(response, answer);
    startClock();
    return answer;
  };
  const remove = (response: ServerResponse) => {
    const answer = answers.get(response);
    if (!answer) return;
    answers.delete(response);
    shares.add(answer.owner, { large: -answer.large, bytes: -answer.counted });
    waiting.admit();
  };
  const close = (response: ServerResponse) => {
    remove(response);
    // Discards the system's buffer for a stuck reader too.
    if (response.socket && "resetAndDestroy" in response.socket) response.socket.resetAndDestroy();
    else response.destroy();
  };
  const measure = (response: ServerResponse, answer: Answer) => {
    if (answers.get(response) !== answer) return;
    const bytes = answer.unwritten + (answer.isShared ? 0 : heldBytesOf(response, answer.bytesOfUnit));
    shares.add(answer.owner, { bytes: bytes - answer.counted });
    answer.counted = bytes;
    while (shares.isOverfull && answers.size > 1) {
      const largest = shares.largestParty();
      const oldest = [...answers].find(([, { owner, counted }]) => owner.party === largest && counted > 0);
      if (!oldest) return;
      close(oldest[0]);
    }
  };

  /** Checks after pending I/O, since a busy thread is not a client's stall. */
  const startClock = () => {
    if (isTicking) return;
    isTicking = true;
    setTimeout(() => setImmediate(checkAll), Math.min(1000, stallMs / 10)).unref();
  };
  const checkAll = () => {
    isTicking = false;
    const now = performance.now();
    const most = draining.aborted ? Math.min(stallMs, drainingStallMs) : stallMs;
    for (const [response, answer] of answers) {
      measure(response, answer);
      const unsent = unsentOf(response);
      if (unsent !== answer.unsent || unsent === 0) Object.assign(answer, { unsent, since: now });
      else if (now - answer.since >= most) close(response);
    }
    if (draining.aborted) waiting.refuse(() => unavailable("draining"));
    else waiting.refuseLate(stallMs * waitPerStall);
    if (answers.size > 0 || waiting.size > 0) startClock();
  };

  /** Records bytes just written. */
  const noteWritten = (response: ServerResponse, answer: Answer) => {
    answer.unwritten = 0;
    answer.unsent = unsentOf(response);
    answer.since = performance.now();
    measure(response, answer);
    waiting.collect();
  };
  const reservation = (response: ServerResponse, owner: Owner, bytes: number): Reservation => {
    const answer = add(response, owner, 1, bytes);
    response.once("prefinish", () => noteWritten(response, answer));
    return {
      hold(unwritten, bytesOfUnit = 1) {
        Object.assign(answer, { unwritten, bytesOfUnit, isShared: unwritten === 0 });
        measure(response, answer);
      },
      follow(parts) {
        // Runs after the pipe's own listener has written the chunk.
        parts.on("data", () => noteWritten(response, answer));
        response.on("drain", () => measure(response, answer));
      },
      leave: () => remove(response),
    };
  };

  return {
    ownerOf,
    watch(response) {
      // By now Node has written everything the socket accepted.
      response.once("prefinish", () => {
        if (response.writableLength === 0 || answers.has(response)) return;
        const owner = { address: null, party: response.socket?.remoteAddress ?? "" };
        noteWritten(response, add(response, owner, 0, 0));
      });
    },
    take: reservation,
    takeIfCapacity: (response, owner, bytes) =>
      shares.hasCapacity(owner, bytes) ? reservation(response, owner, bytes) : null,
    async takeInTurn(response, owner, bytes) {
      startClock();
      return waiting.wait(response, owner, bytes, () => reservation(response, owner, bytes));
    },
  };
}
