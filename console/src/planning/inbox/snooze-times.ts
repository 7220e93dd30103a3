/** The hour at which a workday starts. */
const morning = 9;
const monday = 1;

/** A snooze option in the user's time zone. */
export interface SnoozeTime {
  name: string;
  /** Computed when chosen: the page may be open since yesterday. */
  from: (now: Date) => Date;
}

export const snoozeTimes: readonly SnoozeTime[] = [
  { name: "In three hours", from: (now) => new Date(now.getTime() + 3 * 3600_000) },
  { name: "Tomorrow morning", from: (now) => morningIn(now, 1) },
  { name: "Next Monday", from: (now) => morningIn(now, (monday + 7 - now.getDay()) % 7 || 7) },
];

const morningIn = (now: Date, days: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning);
