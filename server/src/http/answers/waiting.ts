import type { ServerResponse } from "node:http";
import { ApiError } from "../../errors.ts";
import { collectGarbage } from "../../give-back-memory.ts";
import type { Owner } from "./owner.ts";
import type { Shares } from "./shares.ts";

/** The most answers that wait for their turn; each takes a few kilobytes. */
const mostWaiting = 5_000;
/** The answers that begin before other connections are served: to hand a megabyte to a socket takes milliseconds. */
const fewAtOnce = 2;
/** From so many that wait on, garbage is collected at these intervals, in milliseconds. */
const manyWaiting = 100;
const collectEvery = 100;
/** The milliseconds from which others are served for a while after a turn. */
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
  let begun = 0;
  let collectedAt = 0;

  /** Begins those that have room now, few at once; then others are served for half of the time that these took. */
  const admit = () => {
    for (const waiter of waiters) {
      if (begun >= fewAtOnce) return;
      beginIfRoom(waiter);
    }
  };
  const beginIfRoom = (waiter: Waiter) => {
    const { owner, bytes } = waiter;
    if (begun >= fewAtOnce || !shares.hasRoom(owner, bytes)) return;
    if (begun++ === 0) leaveTurns(performance.now());
    waiters.delete(waiter);
    waiter.begin();
  };
  /** Collects garbage now and then: many that wait are mostly of one sender, and memory counts for more than their time. */
  const collect = () => {
    if (waiters.size <= manyWaiting || performance.now() - collectedAt < collectEvery) return;
    collectGarbage("major");
    collectedAt = performance.now();
  };
  const leaveTurns = (from: number) =>
    setImmediate(() => {
      const took = performance.now() - from;
      if (took < longTurn) nextTurn();
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
