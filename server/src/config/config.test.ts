import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

const name = "GROUNDPLAN_TRACKER_POLL_SECONDS";

it.each(["1", "59"])(
  "an interval of %s seconds between polls is refused, since polls are a minute apart at least",
  (value) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      `${name} is "${value}". Set it to a whole number from 60 to 86400, or leave it out for 300.`,
    );
  },
);

it.each([
  ["60", 60],
  ["0", 0],
  [undefined, 300],
])("an interval of %s seconds between polls is accepted", (value, seconds) => {
  expect(readConfig({ [name]: value }).trackerPollSeconds).toBe(seconds);
});
