import type { Quota } from "../../trackers/limits/governor.ts";
import type { Caveat } from "../ledger/caveats.ts";
import type { StepCounts } from "./result.ts";

const shortestMs = 60_000;

/** Returns the minimum time, starting with a full quota. */
export const millisecondsFor = (count: number, { most, perSeconds }: Quota) =>
  Math.floor(Math.max(0, count - 1) / most) * perSeconds * 1000;

/** Estimates the end by quota if known, else by the speed so far including waits. */
export function expectedEnd(
  tally: Pick<StepCounts, "open" | "toMake" | "all">,
  waitsUntil: number,
  startedAt: number,
  quota: Quota | undefined,
): number {
  if (quota) return waitsUntil + millisecondsFor(tally.toMake, quota);
  const done = tally.all - tally.open;
  const soFar = Date.now() - startedAt;
  return waitsUntil + (done > 0 ? (soFar * tally.open) / done : 0);
}

export function withForecast(caveats: readonly Caveat[], why: string, endsAt: number): Caveat[] {
  const others = withoutForecast(caveats);
  if (endsAt - Date.now() < shortestMs) return others;
  return [{ text: why, planIds: [], endsAt: new Date(endsAt).toISOString() }, ...others];
}

/** Removes caveats that apply only while a push runs. */
export const withoutForecast = (caveats: readonly Caveat[]) =>
  caveats.filter(({ endsAt, untilConnected }) => endsAt === undefined && !untilConnected);

/** Words the forecast relative to now; drops an expired one. */
export function tellForecast(caveats: readonly Caveat[]): Caveat[] {
  return caveats.flatMap((caveat) => {
    if (caveat.endsAt === undefined) return caveat;
    const left = Date.parse(caveat.endsAt) - Date.now();
    if (left <= 0) return [];
    const { count, words } = duration(left);
    return { ...caveat, text: `About ${words} ${count === 1 ? "is" : "are"} left: ${caveat.text}` };
  });
}

export function wouldTake(count: number, quota: Quota | undefined): Caveat[] {
  const milliseconds = quota ? millisecondsFor(count, quota) : 0;
  if (!quota || milliseconds < shortestMs) return [];
  return [{ text: `It would take about ${duration(milliseconds).words}: ${quota.sentence}`, planIds: [] }];
}

/** Returns `1 minute`, `40 minutes`, `3 hours`. */
function duration(milliseconds: number): { count: number; words: string } {
  const minutes = Math.ceil(milliseconds / 60_000);
  const [count, unit] = minutes < 120 ? [minutes, "minute"] : [Math.round(minutes / 60), "hour"];
  return { count, words: `${count} ${unit}${count === 1 ? "" : "s"}` };
}
