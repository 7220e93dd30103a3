import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { unavailable } from "../../dispatch/serialized-error.ts";
import type { Owner, OwnerOf } from "./owner.ts";
import { Shares } from "./shares.ts";
import { heldBytesOf, unsentOf } from "./unsent.ts";
import { waitingAnswers } from "./waiting.ts";

/** The largest answer that never waits for its turn, in bytes. */
export const largestSmall = 64 * 1024;
/** The stall's time, in milliseconds, of a service that stops: its clients have few seconds for what they were sent. */
const stallOfStop = 2_000;
/** The time for which an answer waits, in times of the stall's: once readers who take nothing are closed, it is its turn. */
const longerThanStall = 1.25;

/** The place of a large answer in the pool, until the answer was taken or its connection has closed. */
export interface Place {
  /**
   * Sets the bytes that the answer holds until it is written: 0 for bytes that others share. `bytesOfUnit` is how many a
   * character of a text has, since Node counts those that wait in a socket.
   */
  hold(bytes: number, bytesOfUnit?: number): void;
  /** Counts what the socket leaves of each part of an answer in parts. */
  follow(parts: Readable): void;
  /** Gives the place back. */
  leave(): void;
}

/** Bounds the memory of all answers that are made and not taken. Bytes that many answers share count as none. */
export interface AnswerPool {
  ownerOf: OwnerOf;
  /** Counts what the socket leaves of an answer; closes a connection that takes nothing of it. Each answer needs it. */
  watch(response: ServerResponse): void;
  /** Returns a place for an answer of so many bytes at once, also where there is no room for it. */
  take(response: ServerResponse, owner: Owner, bytes: number): Place;
  /** Returns a place; null where there is no room. */
  takeIfRoom(response: ServerResponse, owner: Owner, bytes: number): Place | null;
  /** Returns a place once there is room; throws 429 where it takes too long. */
  takeInTurn(response: ServerResponse, owner: Owner, bytes: number): Promise<Place>;
}

interface Answer {
  owner: Owner;
  /** 1 for an answer above 64 KiB, which counts for its address. */
  large: 0 | 1;
  /** The bytes that are made and not written. */
  made: number;
  /** The bytes of each unit in which Node counts what the socket has: those of a text's characters, else 1. */
  bytesOfUnit: number;
  isShared: boolean;
  counted: number;
  /** The rest at the last look, and the time from which it was the same. */
  unsent: number;
  since: number;
}

/**
 * Creates the pool. Where the answers of all are too many bytes, whoever leaves most loses the connection that has waited
 * longest. A connection that takes nothing for `stallMs` milliseconds is closed, or earlier once the service is `draining`.
 */
export function createAnswerPool(ownerOf: OwnerOf, stallMs: number, draining: AbortSignal): AnswerPool {
  /** The answers under way, in the order in which they began. */
  const answers = new Map<ServerResponse, Answer>();
  const shares = new Shares();
  const waiting = waitingAnswers(shares);
  let isTicking = false;

  const add = (response: ServerResponse, owner: Owner, large: 0 | 1, made: number): Answer => {
    const since = performance.now();
    const isShared = large === 1 && made === 0;
    const answer: Answer = { owner, large, made, bytesOfUnit: 1, isShared, counted: 0, unsent: 0, since };
    if (response.destroyed) return answer; // It would never leave.
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
    // What the system still holds for a reader who takes nothing is thrown away, too.
    if (response.socket && "resetAndDestroy" in response.socket) response.socket.resetAndDestroy();
    else response.destroy();
  };
  const measure = (response: ServerResponse, answer: Answer) => {
    if (answers.get(response) !== answer) return;
    const bytes = answer.made + (answer.isShared ? 0 : heldBytesOf(response, answer.bytesOfUnit));
    shares.add(answer.owner, { bytes: bytes - answer.counted });
    answer.counted = bytes;
    while (shares.isOverfull && answers.size > 1) {
      const largest = shares.largestParty();
      const oldest = [...answers].find(([, { owner, counted }]) => owner.party === largest && counted > 0);
      if (!oldest) return;
      close(oldest[0]);
    }
  };

  /** Looks after all that could be read or written was: a thread that was busy is no stall of a client. */
  const startClock = () => {
    if (isTicking) return;
    isTicking = true;
    setTimeout(() => setImmediate(look), Math.min(1000, stallMs / 10)).unref();
  };
  const look = () => {
    isTicking = false;
    const now = performance.now();
    const most = draining.aborted ? Math.min(stallMs, stallOfStop) : stallMs;
    for (const [response, answer] of answers) {
      measure(response, answer);
      const unsent = unsentOf(response);
      if (unsent !== answer.unsent || unsent === 0) Object.assign(answer, { unsent, since: now });
      else if (now - answer.since >= most) close(response);
    }
    if (draining.aborted) waiting.refuse(() => unavailable("draining"));
    else waiting.refuseLate(stallMs * longerThanStall);
    if (answers.size > 0 || waiting.size > 0) startClock();
  };

  /** Counts what was just written of an answer. */
  const noteWritten = (response: ServerResponse, answer: Answer) => {
    answer.made = 0;
    answer.unsent = unsentOf(response);
    answer.since = performance.now();
    measure(response, answer);
    waiting.collect();
  };
  const place = (response: ServerResponse, owner: Owner, bytes: number): Place => {
    const answer = add(response, owner, 1, bytes);
    response.once("prefinish", () => noteWritten(response, answer));
    return {
      hold(made, bytesOfUnit = 1) {
        Object.assign(answer, { made, bytesOfUnit, isShared: made === 0 });
        measure(response, answer);
      },
      follow(parts) {
        // The pipe's own listener has written the part, since the one before was taken.
        parts.on("data", () => noteWritten(response, answer));
        response.on("drain", () => measure(response, answer));
      },
      leave: () => remove(response),
    };
  };

  return {
    ownerOf,
    watch(response) {
      // Node has written all that the socket took at once by now.
      response.once("prefinish", () => {
        if (response.writableLength === 0 || answers.has(response)) return;
        const owner = { address: null, party: response.socket?.remoteAddress ?? "" };
        noteWritten(response, add(response, owner, 0, 0));
      });
    },
    take: place,
    takeIfRoom: (response, owner, bytes) =>
      shares.hasRoom(owner, bytes) ? place(response, owner, bytes) : null,
    async takeInTurn(response, owner, bytes) {
      startClock();
      return waiting.wait(response, owner, bytes, () => place(response, owner, bytes));
    },
  };
}
