import { expect, it } from "vitest";
import { TrackerError } from "./tracker.ts";
import { upstreamError } from "./upstream-error.ts";

it.each([
  [30, "30 seconds"],
  [86_400, "86400 seconds"],
  [86_401, "more than a day"],
  [999_999_999, "more than a day"],
])("a wait that the tracker asks for is passed on in seconds, up to a day: %d", (seconds, wait) => {
  const limited = new TrackerError("not_executed", "limited", "The tracker is busy.", seconds);
  const { message, headers } = upstreamError(limited, "tracker_a");
  expect(message).toBe(`The tracker is busy. Try again in ${wait}.`);
  expect(headers).toEqual({ "retry-after": String(Math.ceil(seconds)) });
});
