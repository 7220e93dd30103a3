import fc from "fast-check";
import { expect, it } from "vitest";
import { retryAfterSeconds } from "./retry-after.ts";

const date = "Sun, 06 Nov 1994 08:49:37 GMT";

it.each([
  ["7", 7],
  ["0", 0],
  [" 7 ", 7],
  ["1.2", 2],
  ["-5", 0],
])("a number means seconds and is rounded up: %j", (value, seconds) => {
  expect(retryAfterSeconds(value, date)).toBe(seconds);
});

it.each([
  ["Sun, 06 Nov 1994 08:50:07 GMT", 30],
  ["Sunday, 06-Nov-94 08:50:07 GMT", 30],
  ["Sun Nov  6 08:50:07 1994", 30],
  ["Sun, 06 Nov 1994 08:00:00 GMT", 0],
])("a time is counted from the answer's own date: %j", (value, seconds) => {
  expect(retryAfterSeconds(value, date)).toBe(seconds);
});

it.each([null, undefined, "", "soon"])("a time is counted from now if the answer has no date: %j", (none) => {
  const inTwoMinutes = new Date(Date.now() + 120_000).toUTCString();
  const seconds = retryAfterSeconds(inTwoMinutes, none);
  expect(seconds).toBeGreaterThan(110);
  expect(seconds).toBeLessThanOrEqual(120);
});

it.each([null, undefined, "", "soon", "Soon, at noon", "1e3", "9".repeat(400)])(
  "an unreadable value gives no wait: %j",
  (value) => {
    expect(retryAfterSeconds(value, date)).toBeNull();
  },
);

it("whatever is sent, the wait is a whole number of seconds from 0 on, or null", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (value, other) => {
      const seconds = retryAfterSeconds(value, other);
      expect(seconds === null || (Number.isSafeInteger(seconds) && seconds >= 0)).toBe(true);
    }),
  );
});
