import { timeThere } from "../../session/clock.ts";

/** The hour at which a day's work begins. */
const morning = 9;
const monday = 1;

/** Returns the times until which an item can be put off, in this person's own time zone. */
export function snoozeTimes(now = new Date(timeThere())): readonly { name: string; until: string }[] {
  const soon = new Date(now.getTime() + 3 * 3600_000);
  const tomorrow = morningIn(now, 1);
  const nextWeek = morningIn(now, (monday + 7 - now.getDay()) % 7 || 7);
  return [
    { name: "In three hours", until: soon.toISOString() },
    { name: "Tomorrow morning", until: tomorrow.toISOString() },
    { name: "Next Monday", until: nextWeek.toISOString() },
  ];
}

const morningIn = (now: Date, days: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning);
