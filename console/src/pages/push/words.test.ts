import { expect, it } from "vitest";
import { inOurWords } from "./words.ts";

it("A message of the service names the page's options instead of request fields", () => {
  expect(
    inOurWords(
      'A is gone. Push with `onGone: "recreate"` to create it again, or with `onGone: "release"` to unlink it.',
    ),
  ).toBe("A is gone. Choose what to do with it, then push.");
  expect(inOurWords("2 are left out. Push with `includeDone: true` to take them.")).toBe(
    "2 are left out. Choose “Include finished specs” to take them.",
  );
  expect(inOurWords('It was edited. Push with `onConflict: "overwrite"` to write it all the same.')).toBe(
    "It was edited. Push with “Write the plan's version” to write it all the same.",
  );
});
