import type { Run } from "@groundplan/contract";
import { expect, it } from "vitest";
import { stateOf } from "./words.ts";

it("only who started a run is told that it asks them", () => {
  const run = { state: "waiting", startedBy: { userId: "ada", name: "Ada" } } as Run;
  expect([stateOf(run, "ada"), stateOf(run, "bob")]).toEqual(["Asks you", "Waits for an answer"]);
  expect(stateOf(Object.assign({}, run, { state: "paused" }), "ada")).toBe("Paused");
});
