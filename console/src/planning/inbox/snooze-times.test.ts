import { expect, it } from "vitest";
import { snoozeTimes } from "./snooze-times.ts";

const [soon, tomorrow, nextWeek] = snoozeTimes;

it("A snooze counts from when it is chosen, not from when it is shown", () => {
  const chosen = new Date(2026, 10, 25, 14, 30);
  expect(soon?.from(chosen)).toEqual(new Date(2026, 10, 25, 17, 30));
  expect(tomorrow?.from(chosen)).toEqual(new Date(2026, 10, 26, 9));
});

it("Next Monday is the coming one, or a week later on a Monday", () => {
  const sunday = 29;
  for (const [day, monday] of [
    [sunday - 1, 30],
    [sunday, 30],
    [sunday + 1, 37],
    [sunday + 2, 37],
  ] as const)
    expect(nextWeek?.from(new Date(2026, 10, day, 8))).toEqual(new Date(2026, 10, monday, 9));
});
