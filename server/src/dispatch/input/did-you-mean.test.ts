import { createSpecBatch, updatePlan } from "@groundplan/contract";
import { expect, it } from "vitest";
import { namesAt, nearest } from "./did-you-mean.ts";

it("the nearest known name is suggested, in any case, and none if all are far", () => {
  const known = ["title", "content", "needsFirst"];
  expect(nearest("Titel", known)).toBe("title");
  expect(nearest("needsfirst", known)).toBe("needsFirst");
  expect(nearest("text", known)).toBeUndefined();
  expect(nearest("x".repeat(1_000_000), known)).toBeUndefined();
});

it("suggestions come from the names of the object at the path", () => {
  expect(namesAt(updatePlan.body ?? expect.fail(), [])).toContain("baseRevision");
  expect(namesAt(createSpecBatch.body ?? expect.fail(), ["specs", 3])).toContain("ref");
  expect(namesAt(createSpecBatch.body ?? expect.fail(), ["specs", 3, "title", "x"])).toEqual([]);
});
