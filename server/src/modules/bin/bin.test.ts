import type { BinItem } from "@groundplan/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  beforeAll(async () => {
    await world.alice.post("/v1/projects", { name: "Web" });
  });

  const binOf = async (by: Person): Promise<BinItem[]> => {
    const items: BinItem[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await by.get(`/v1/bin?limit=2${cursor}`);
      items.push(...body.items);
      if (!body.nextCursor) return items;
      cursor = `&cursor=${body.nextCursor}`;
    }
  };

  it("has archived plans and deleted specs, the newest first, of what its reader can read", async () => {
    const { bob, carol, vera } = world;
    const plan = await newPlan(bob, project, { name: "Open" });
    const hidden = await newPlan(bob, project, { name: "Hidden", visibility: "PRIVATE" });
    const old = await newPlan(bob, project, { name: "Old" });
    await newPlan(bob, project, { name: "Part", parentPlanId: old.id });
    const [first, secret] = [
      await newSpec(bob, plan, { title: "First" }),
      await newSpec(bob, hidden, { title: "Hush" }),
    ];
    const inOld = await newSpec(bob, old, { title: "Gone with it" });
    for (const { path } of [inOld, first, secret]) await carol.delete(path);
    await bob.delete(secret.path);
    await bob.post(`${old.path}/archive`);
    const titles = async (by: Person) => (await binOf(by)).map(({ title }) => title);
    expect(await titles(bob)).toEqual(["Old", "Hush", "First"]);
    expect(await titles(carol)).toEqual(["Old", "First"]);
    expect((await binOf(carol)).map(({ canRestore }) => canRestore)).toEqual([false, true]);
    expect((await binOf(vera)).map(({ canRestore }) => canRestore)).toEqual([false, false]);
    expect((await binOf(carol))[1]).toEqual({
      kind: "spec",
      id: first.id,
      projectSlug: "web",
      planShortId: plan.shortId,
      specShortId: first.shortId,
      title: "First",
      deletedAt: expect.any(String),
      deletedBy: { userId: carol.userId, name: "carol" },
      canRestore: true,
    });
    await bob.post(`${old.path}/restore`);
    await bob.post(`${first.path}/restore`);
    expect(await titles(bob)).toEqual(["Hush", "Gone with it"]);
    expect(await titles(world.mallory)).toEqual([]);
  });
});
