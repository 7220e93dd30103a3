import { expect, it } from "vitest";
import { limitMergeTime } from "./merge-time.ts";

it("refuses a request with 413 once its merges took too long together", () => {
  const timed = limitMergeTime(0);
  expect(() => {
    for (let n = 0; n < 100_000; n++) timed(() => [1, 2, 3].toSorted());
  }).toThrow(expect.objectContaining({ code: "payload_too_large" }));
  expect(limitMergeTime()(() => "merged")).toBe("merged");
});
