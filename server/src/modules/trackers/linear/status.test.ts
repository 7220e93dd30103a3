import { afterAll, expect, test } from "vitest";
import { endWorlds, issues, item, world } from "./testing.ts";

afterAll(endWorlds);

test("an issue that a user moved to another team keeps its state, with a caveat, and its text is written", async () => {
  const { linear, tracker, team } = await world();
  const [external] = await issues(tracker, team, 1);
  if (!external) throw new Error("nothing was made");
  linear.drift.moveToTeam(external.key, "OPS");
  const [moved] = await tracker.read(team, [{ kind: "item", external }]);
  if (!moved) throw new Error("it is not there");
  const wanted = item({ title: "Photos", status: "DONE" });
  const change = { external: moved.external, item: wanted, write: ["title" as const, "status" as const] };
  const [outcome] = await tracker.update(team, [{ ...change, statusBefore: moved.status }]);
  expect(outcome).toMatchObject({ done: true, leftParts: ["status"] });
  const [now] = await tracker.read(team, [{ kind: "item", external }]);
  expect(now).toMatchObject({ status: moved.status, fields: { title: "Photos" } });
  expect(outcome?.done && outcome.caveats).toEqual([
    expect.stringMatching(/^The status of OPS-\d+ was left/),
  ]);
});
