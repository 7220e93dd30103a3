import type { ServerResponse } from "node:http";
import { ApiError } from "../../errors.ts";
import { collectGarbage } from "../../give-back-memory.ts";
import type { Owner } from "./owner.ts";
import type { Shares } from "./shares.ts";

/** Queued answers, each of a few kilobytes. */
const mostWaiting = 5_000;
/**
 * Bytes of answers started before serving other connections, since handing over a megabyte takes
 * milliseconds.
 */
const bytesOfTurn = 4 * 1024 * 1024;
/** Queue length from which turns pause for others, and garbage is collected. */
const manyWaiting = 100;
/** Milliseconds between major collections while many wait. */
const collectEvery = 100;
/** Milliseconds for which that continues after the last of many has started. */
const afterMany = 5_000;
/** Milliseconds of a turn after which others are served for a while. */
const longTurn = 5;

interface Waiter {
  owner: Owner;
  bytes: number;
  since: number;
  begin(): void;
  refuse(error: ApiError): void;
}

/** Queues answers for capacity, before computing anything. */
export function waitingAnswers(shares: Shares) {
  /** FIFO. */
  const waiters = new Set<Waiter>();
  /** Bytes started in the current turn. */
  let begun = 0;
  let collectedAt = 0;
  let willCollect = false;
  let manyUntil = 0;

  /** Starts waiters with capacity, up to a turn's bytes. */
  const admit = () => {
    for (const waiter of waiters) {
      if (begun >= bytesOfTurn) return;
      beginIfCapacity(waiter);
    }
  };
  const beginIfCapacity = (waiter: Waiter) => {
    const { owner, bytes } = waiter;
    const fits = begun === 0 || begun + bytes <= bytesOfTurn;
    if (!fits || !shares.hasCapacity(owner, bytes)) return;
    if (begun === 0) leaveTurns(performance.now());
    begun += bytes;
    waiters.delete(waiter);
    waiter.begin();
  };
  /**
   * Collects garbage soon, and periodically while many wait until the last was answered: they are mostly one
   * sender's, and memory matters more than their time.
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
  /** Ends the turn; while many wait, others get half of its duration. */
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
    /** Calls `begin` once there is capacity, and never if the client leaves. */
    wait<T>(response: ServerResponse, owner: Owner, bytes: number, begin: () => T): Promise<T> {
      if (waiters.size >= mostWaiting) throw crowded();
      return new Promise((resolve, refuse) => {
        const since = performance.now();
        const waiter: Waiter = { owner, bytes, since, refuse, begin: () => resolve(begin()) };
        waiters.add(waiter);
        response.once("close", () => waiters.delete(waiter));
        beginIfCapacity(waiter);
      });
    },
    admit,
    collect,
    /** Refuses those waiting for at least `ms`. */
    refuseLate(ms: number) {
      const now = performance.now();
      refuseIf(({ since }) => now - since >= ms, crowded);
    },
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
