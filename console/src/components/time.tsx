import { timeThere } from "../base/clock.ts";

const steps: readonly [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** Created on first use: loading locale data is slow. */
let formats: { relative: Intl.RelativeTimeFormat; exact: Intl.DateTimeFormat } | undefined;
function formatsOfTimes() {
  formats ??= {
    relative: new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" }),
    exact: new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" }),
  };
  return formats;
}

/** Past or future: "2 hr. ago". */
export function relativeTime(at: string, now = timeThere()): string {
  const seconds = (Date.parse(at) - now) / 1000;
  for (const [unit, length] of steps)
    if (Math.abs(seconds) >= length)
      return formatsOfTimes().relative.format(Math.round(seconds / length), unit);
  return "just now";
}

/** A relative time with the exact one in its title. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatsOfTimes().exact.format(new Date(at))}>
      {relativeTime(at)}
    </time>
  );
}
