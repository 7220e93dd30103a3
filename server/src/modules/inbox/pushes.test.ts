import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, databases, expectOk, freshPlan, openBench } from "../push/testing.ts";
import { inboxOf } from "./scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench(create);
  });
  afterAll(() => bench.close());

  it("notifies the starter of a push and the plan's owner of its end, each once", async () => {
    const { alice, world } = bench;
    const { bob, carol } = world;
    const place = await freshPlan(bench);
    expectOk(await alice.post(`${place.main}/owner`, { userId: carol.userId }));
    expectOk(await bob.post(`${place.sub}/push`));
    const item = {
      type: "push",
      eventType: "push.finished",
      actorName: "Groundplan",
      documentTitle: "Shop",
      activity: "pushed the plan",
      excerpt: "",
      mentioned: false,
      read: false,
    };
    const pushes = async (person: typeof bob) =>
      (await inboxOf(person)).items.filter(({ type }) => type === "push");
    expect(await pushes(bob)).toEqual([expect.objectContaining(item)]);
    expect(await pushes(carol)).toEqual([expect.objectContaining(item)]);
    expect(await pushes(alice)).toEqual([]);
    expectOk(await carol.patch("/v1/notifications/settings", { pushes: false }));
    expectOk(await carol.post(`${place.sub}/push`));
    expect(await pushes(carol)).toHaveLength(1);
    expect(await pushes(bob)).toHaveLength(1);
  });
});
