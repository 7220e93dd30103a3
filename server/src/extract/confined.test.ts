import { expect, test } from "vitest";
import { runHostile } from "../../test/extract/run-hostile.ts";
import { networkWarning } from "./network-warning.ts";

test("The program can read, write, start, load and reach nothing", async () => {
  const answer = await runHostile("looks around");
  const { environment, ...attempts } = JSON.parse(answer.state === "done" ? answer.text : "{}");
  expect(environment).toBe("");
  expect(attempts).toEqual(Object.fromEntries(Object.keys(attempts).map((name) => [name, "refused"])));
  expect(Object.keys(attempts)).toHaveLength(8);
});

test("A start on a Node that can't refuse the network says so", () => {
  expect(networkWarning("24.11.0")).toMatch(/^This is Node 24\.11\.0, which can't keep/);
  expect(networkWarning("25.0.0")).toBeNull();
});
