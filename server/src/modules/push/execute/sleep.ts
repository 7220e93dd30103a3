import { now } from "../../../ids.ts";
import { RunLater } from "../../../jobs/runner.ts";
import type { Tx } from "../../../storage/dialect.ts";
import { findConnectionById, isLost } from "../../connectors/access.ts";
import { type Caveat, keptCaveats } from "../ledger/caveats.ts";
import { type PushRow, updatePush } from "../ledger/pushes.ts";
import { withoutForecast } from "../results/forecast.ts";
import { fenced } from "./fenced.ts";
import { commit, type PushWork } from "./work.ts";

/** The longest wait for a reconnect or the switch. */
const longestMs = 7 * 24 * 3600_000;
/** Connecting wakes the push, unless it falls asleep at that very moment. */
const lookAgainSeconds = 60;

/** Returns true after seven days without a reconnect. */
export async function sleepUntilConnected(work: PushWork, sentence: string): Promise<boolean> {
  const asleep = await commit(work, recordSleep, { sentence });
  if (asleep === "over") return true;
  throw new RunLater(asleep === "connected" ? 1 : lookAgainSeconds, sentence);
}

/** Returns true once the tracker has been off for seven days. */
export async function sleepWhileOff(work: PushWork, sentence: string): Promise<boolean> {
  if ((await commit(work, recordOff, { sentence })) === "over") return true;
  throw new RunLater(lookAgainSeconds, sentence);
}

export const recordOff = fenced(
  "push.off",
  async (tx: Tx, { sentence }: { sentence: string }, push: PushRow): Promise<"asleep" | "over"> => {
    if (Date.parse(asleepSince(push)) + longestMs <= Date.now()) return "over";
    await updatePush(tx, push, { caveats: JSON.stringify(asleep(push, sentence)) });
    return "asleep";
  },
);

/** Returns the start of an uninterrupted sleep; now if awake. */
const asleepSince = (push: PushRow): string =>
  keptCaveats(push).find(({ untilConnected }) => untilConnected)?.since ?? now();

const asleep = (push: PushRow, sentence: string): Caveat[] => [
  {
    text: `The push waits: ${sentence} It then continues by itself, for seven days.`,
    planIds: [],
    untilConnected: true,
    since: asleepSince(push),
  },
  ...withoutForecast(keptCaveats(push)),
];

export const recordSleep = fenced(
  "push.sleep",
  async (
    tx: Tx,
    { sentence }: { sentence: string },
    push: PushRow,
  ): Promise<"asleep" | "connected" | "over"> => {
    const connection = await findConnectionById(tx, push.workspace_id, push.connection_id);
    if (!connection || !isLost(connection)) return "connected";
    if (Date.parse(connection.lost_at ?? "") + longestMs <= Date.now()) return "over";
    await updatePush(tx, push, { caveats: JSON.stringify(asleep(push, sentence)) });
    return "asleep";
  },
);

export const recordAwake = fenced("push.awake", async (tx: Tx, _: object, push: PushRow): Promise<void> => {
  await updatePush(tx, push, { caveats: JSON.stringify(withoutForecast(keptCaveats(push))) });
});
