import type { Caveat } from "./caveats.ts";
import type { Quota } from "./governor.ts";
import type { Tally } from "./result.ts";

/** A forecast for less is not worth a caveat. */
const shortestMs = 60_000;

/** How long so many new things take a tracker that counts them, when it begins with its whole quota. */
export const millisecondsFor = (things: number, { most, perSeconds }: Quota) =>
  Math.floor(Math.max(0, things - 1) / most) * perSeconds * 1000;

/**
 * When a push that waits until then will have ended: by the tracker's quota where that is known, else at the speed so
 * far, earlier waits included.
 */
export function endOf(
  tally: Pick<Tally, "open" | "toMake" | "all">,
  waitsUntil: number,
  startedAt: number,
  quota: Quota | undefined,
): number {
  if (quota) return waitsUntil + millisecondsFor(tally.toMake, quota);
  const done = tally.all - tally.open;
  const soFar = Date.now() - startedAt;
  return waitsUntil + (done > 0 ? (soFar * tally.open) / done : 0);
}

/** What a person is told while the push runs; it takes the place of the forecast before it. */
export function withForecast(caveats: readonly Caveat[], why: string, endsAt: number): Caveat[] {
  const others = withoutForecast(caveats);
  if (endsAt - Date.now() < shortestMs) return others;
  return [{ text: why, planIds: [], endsAt: new Date(endsAt).toISOString() }, ...others];
}

export const withoutForecast = (caveats: readonly Caveat[]) =>
  caveats.filter(({ endsAt }) => endsAt === undefined);

/** The forecast in words, counted from now; one whose time is over is not told. */
export function tellForecast(caveats: readonly Caveat[]): Caveat[] {
  return caveats.flatMap((caveat) => {
    if (caveat.endsAt === undefined) return caveat;
    const left = Date.parse(caveat.endsAt) - Date.now();
    if (left <= 0) return [];
    const { count, words } = duration(left);
    return { ...caveat, text: `About ${words} ${count === 1 ? "is" : "are"} left: ${caveat.text}` };
  });
}

/** The same of a push that is only thought of. */
export function wouldTake(things: number, quota: Quota | undefined): Caveat[] {
  const milliseconds = quota ? millisecondsFor(things, quota) : 0;
  if (!quota || milliseconds < shortestMs) return [];
  return [{ text: `It would take about ${duration(milliseconds).words}: ${quota.sentence}`, planIds: [] }];
}

/** `1 minute`, `40 minutes`, `3 hours`. */
function duration(milliseconds: number): { count: number; words: string } {
  const minutes = Math.ceil(milliseconds / 60_000);
  const [count, unit] = minutes < 120 ? [minutes, "minute"] : [Math.round(minutes / 60), "hour"];
  return { count, words: `${count} ${unit}${count === 1 ? "" : "s"}` };
}
