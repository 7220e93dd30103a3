import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../../context.ts";
import type { Governor, Limit, LimitState } from "./governor.ts";
import {
  blockedFor,
  blockLimit,
  longestPauseMs,
  type Place,
  rowsOf,
  type Turn,
  takeTurn,
} from "./limit-rows.ts";
import { TrackerError } from "./trackers/tracker.ts";

/** The part of an hour's calls that is left to people. */
const leftToPeople = 0.3;

/** Limits of a connection, kept in the database: all pushes and processes that use it share them. */
export function governorOf({ db, writer }: Pick<Context, "db" | "writer">, place: Place): Governor {
  const turnOf = async (limit: Limit): Promise<Turn> => {
    if (limit.quota === undefined && limit.apartMs === undefined) {
      const waitMs = blockedFor(await rowsOf(db, { ...place, name: limit.name }));
      return { waitMs, isTaken: waitMs <= 0 };
    }
    return (await writer.run({ name: takeTurn.name, actor: null, input: { ...place, limit } })).body as Turn;
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
      const input = { ...place, name: limit.name, seconds };
      await writer.run({ name: blockLimit.name, actor: null, input });
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
