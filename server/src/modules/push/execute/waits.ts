import type { Tx } from "../../../storage/dialect.ts";
import type { Quota } from "../../trackers/limits/governor.ts";
import { keptCaveats } from "../ledger/caveats.ts";
import { type PushRow, updatePush } from "../ledger/pushes.ts";
import { expectedEnd, millisecondsFor, withForecast } from "../results/forecast.ts";
import { stepCountsOf } from "../results/result.ts";
import { fenced } from "./fenced.ts";

interface Wait {
  seconds: number;
  /** A message for users. */
  why: string;
  quota: Quota | undefined;
}

/** Records the sleep and its reason for readers. Returns true if the push was cancelled meanwhile. */
export const recordWait = fenced(
  "push.wait",
  async (tx: Tx, { seconds, why, quota }: Wait, push: PushRow) => {
    const until = Date.now() + seconds * 1000;
    const end = expectedEnd(await stepCountsOf(tx, push), until, Date.parse(push.started_at), quota);
    const caveats = withForecast(keptCaveats(push), why, end);
    await updatePush(tx, push, {
      waits_until: new Date(until).toISOString(),
      caveats: JSON.stringify(caveats),
    });
    return push.cancelled_by !== null;
  },
);

export const recordForecast = fenced(
  "push.forecast",
  async (tx: Tx, { quota }: { quota: Quota }, push: PushRow) => {
    const { toMake } = await stepCountsOf(tx, push);
    const end = Date.now() + millisecondsFor(toMake, quota);
    const caveats = withForecast(keptCaveats(push), quota.sentence, end);
    await updatePush(tx, push, { caveats: JSON.stringify(caveats) });
  },
);
