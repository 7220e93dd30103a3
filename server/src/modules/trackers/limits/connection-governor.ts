import { setTimeout as pause } from "node:timers/promises";
import type { Writer } from "../../../dispatch/writer.ts";
import type { Db } from "../../../storage/dialect.ts";
import { TrackerError } from "../tracker.ts";
import type { Governor, Limit, LimitState } from "./governor.ts";
import {
  blockedFor,
  blockLimit,
  type ConnectionKey,
  longestPauseMs,
  rowsOf,
  type Turn,
  takeTurn,
} from "./limit-rows.ts";

/** The share of hourly calls. */
const leftToPeople = 0.3;

/** Shares limits through the database among all pushes and processes. */
export function governorOf({ db, writer }: { db: Db; writer: Writer }, connection: ConnectionKey): Governor {
  const turnOf = async (limit: Limit): Promise<Turn> => {
    if (limit.quota === undefined && limit.apartMs === undefined) {
      const waitMs = blockedFor(await rowsOf(db, { ...connection, name: limit.name }));
      return { waitMs, isTaken: waitMs <= 0 };
    }
    return writer.run(takeTurn, { ...connection, limit });
  };
  return {
    async take(limit) {
      for (;;) {
        const { waitMs, isTaken } = await turnOf(limit);
        if (waitMs > longestPauseMs) throw limited(waitMs, limit);
        if (waitMs > 0) await pause(waitMs);
        if (isTaken) return;
      }
    },
    async learn(limit, state) {
      const seconds = secondsAfter(state);
      if (seconds <= 0) return;
      const input = { ...connection, name: limit.name, seconds };
      await writer.run(blockLimit, input);
    },
  };
}

const limited = (waitMs: number, { quota }: Limit) =>
  new TrackerError(
    "not_executed",
    "limited",
    quota?.sentence ?? "The tracker's limit is used up for now.",
    Math.ceil(waitMs / 1000),
  );

function secondsAfter({ waitSeconds = 0, left }: LimitState): number {
  const isLow = left !== undefined && left.remaining <= left.limit * leftToPeople;
  return Math.max(waitSeconds, isLow ? left.resetSeconds : 0);
}
