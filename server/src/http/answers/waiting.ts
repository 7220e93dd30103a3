import type { ServerResponse } from "node:http";
import { ApiError } from "../../errors.ts";
import { collectGarbage } from "../../give-back-memory.ts";
import type { Owner } from "./owner.ts";
import type { Shares } from "./shares.ts";

/** The most answers that wait for their turn; each takes a few kilobytes. */
const mostWaiting = 5_000;
/** The bytes of answers that begin before other connections are served: to hand a megabyte to a socket takes milliseconds. */
const bytesOfTurn = 4 * 1024 * 1024;
/** The number of waiting answers above which other connections get time between turns, and garbage is collected. */
const manyWaiting = 100;
/** The interval at which all garbage is collected while many wait, in milliseconds. */
const collectEvery = 100;
/** The time for which that goes on after the last of many has begun, whose answer is still to be made, in milliseconds. */
const afterMany = 5_000;
/** The shortest turn after which others are served for a while, in milliseconds. */
const longTurn = 5;

interface Waiter {
  owner: Owner;
  bytes: number;
  since: number;
  begin(): void;
  refuse(error: ApiError): void;
}

/** Keeps the answers that wait for room, of which nothing is made yet. */
export function waitingAnswers(shares: Shares) {
  /** In the order in which they came. */
  const waiters = new Set<Waiter>();
  /** The bytes that have begun in the current turn. */
  let begun = 0;
  let collectedAt = 0;
  let willCollect = false;
  let manyUntil = 0;

  /** Begins those that have room, up to the bytes of a turn. */
  const admit = () => {
    for (const waiter of waiters) {
      if (begun >= bytesOfTurn) return;
      beginIfRoom(waiter);
    }
  };
  const beginIfRoom = (waiter: Waiter) => {
    const { owner, bytes } = waiter;
    const fits = begun === 0 || begun + bytes <= bytesOfTurn;
    if (!fits || !shares.hasRoom(owner, bytes)) return;
    if (begun === 0) leaveTurns(performance.now());
    begun += bytes;
    waiters.delete(waiter);
    waiter.begin();
  };
  /**
   * Collects garbage soon, and at intervals once many wait, until the last of them was answered: they are mostly of one
   * sender, and memory counts for more than their time.
   */
  const collect = () => {
    const now = performance.now();
    const areMany = waiters.size > manyWaiting || (waiters.size > 0 && now < manyUntil);
    if (areMany) manyUntil = now + afterMany;
    if (now >= manyUntil || willCollect) return;
    willCollect = true;
    setTimeout(collectNow, Math.max(0, collectedAt + collectEvery - now)).unref();
  };
  const collectNow = () => {
    willCollect = false;
    collectGarbage("major");
    collectedAt = performance.now();
  };
  /** Ends the turn; while many wait, others are served for half of the time that it took before the next begins. */
  const leaveTurns = (from: number) =>
    setImmediate(() => {
      const took = performance.now() - from;
      if (took < longTurn || waiters.size <= manyWaiting) nextTurn();
      else {
        setTimeout(nextTurn, took / 2);
        collectGarbage("minor");
      }
    });
  const nextTurn = () => {
    begun = 0;
    collect();
    admit();
  };

  const refuseIf = (isRefused: (waiter: Waiter) => boolean, error: () => ApiError) => {
    for (const waiter of waiters)
      if (isRefused(waiter)) {
        waiters.delete(waiter);
        waiter.refuse(error());
      }
  };

  return {
    get size() {
      return waiters.size;
    },
    /** Returns the result of `begin`, which is called once there is room, and never if the client leaves before. */
    wait<T>(response: ServerResponse, owner: Owner, bytes: number, begin: () => T): Promise<T> {
      if (waiters.size >= mostWaiting) throw crowded();
      return new Promise((resolve, refuse) => {
        const since = performance.now();
        const waiter: Waiter = { owner, bytes, since, refuse, begin: () => resolve(begin()) };
        waiters.add(waiter);
        response.once("close", () => waiters.delete(waiter));
        beginIfRoom(waiter);
      });
    },
    admit,
    collect,
    /** Refuses those that have waited for `ms` milliseconds. */
    refuseLate(ms: number) {
      const now = performance.now();
      refuseIf(({ since }) => now - since >= ms, crowded);
    },
    /** Refuses all. */
    refuse(error: () => ApiError) {
      refuseIf(() => true, error);
    },
  };
}

const crowded = () =>
  new ApiError(
    "rate_limited",
    "Too many long answers to this address or credential wait to be read. Read them or close their connections, then repeat.",
    undefined,
    { "retry-after": "10", connection: "close" },
  );
