import { expect, it } from "vitest";
import { limitMergeTime } from "./merge-time.ts";

it("refuses a request with 413 if its merges take too long in total", () => {
  const timed = limitMergeTime(0);
  expect(() => {
    for (let n = 0; n < 100_000; n++) timed(() => [1, 2, 3].toSorted());
  }).toThrow(expect.objectContaining({ code: "payload_too_large" }));
  expect(limitMergeTime()(() => "merged")).toBe("merged");
});
