import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPlan, newSpec } from "../../src/modules/plans/scene.test-support.ts";
import {
  deliveriesOf,
  newHook,
  openHookWorld,
  startReceiver,
} from "../../src/modules/webhooks/scene.test-support.ts";
import { createSortedAsLanguage } from "../databases.ts";
import { eventually } from "../eventually.ts";
import type { World } from "../world.ts";

describe("on a database with language collation", () => {
  let world: World;
  beforeAll(async () => {
    world = await openHookWorld(createSortedAsLanguage);
    await world.alice.post("/v1/projects", { name: "Web" });
  });
  afterAll(() => world.close());

  it("the log of a webhook's deliveries lists all of them, page by page, newest first", async () => {
    const { bob } = world;
    const receiver = await startReceiver();
    const hook = await newHook(bob, receiver, { events: ["plan.created"] });
    for (let n = 0; n < 5; n++) await newPlan(bob, "/v1/projects/web");
    const all = await eventually(async () => {
      const found = await deliveriesOf(bob, hook);
      expect(found).toHaveLength(5);
      return found;
    });
    const found: number[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await bob.get(`${hook.path}/deliveries?limit=2${cursor}`);
      found.push(...body.deliveries.map(({ eventSeq }: { eventSeq: number }) => eventSeq));
      if (body.nextCursor === undefined) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(found).toEqual(all.map(({ eventSeq }) => eventSeq));
    expect(found).toEqual(found.toSorted((a, b) => b - a));
    await receiver.close();
  });

  it("lists of resources whose names have punctuation show each once, page by page", async () => {
    const { alice } = world;
    for (const name of ["a-b", "ab", "a-a", "aa", "a b", "zz"]) await alice.post("/v1/projects", { name });
    for (const [path, list] of [
      ["/v1/projects", "projects"],
      ["/v1/skills", "skills"],
      ["/v1/members", "members"],
    ] as const) {
      const { body } = await alice.get(path);
      const found: unknown[] = [];
      for (let cursor = ""; ; ) {
        const page = (await alice.get(`${path}?limit=1${cursor}`)).body;
        found.push(...page[list]);
        if (page.nextCursor === undefined) break;
        cursor = `&cursor=${page.nextCursor}`;
      }
      expect(found).toEqual(body[list]);
      expect(found.length).toBeGreaterThan(1);
    }
  });

  it("search finds words by a prefix", async () => {
    const { bob } = world;
    const plan = await newPlan(bob, "/v1/projects/web");
    const spec = await newSpec(bob, plan, { title: "Zig-zag ~tilde", content: "wobbling ähnlich" });
    for (const q of ["wobb*", "zag", "tilde", "ähn*"])
      await eventually(async () => {
        const { body } = await bob.get(`/v1/search?q=${encodeURIComponent(q)}`);
        expect(JSON.stringify(body)).toContain(spec.shortId);
      });
  });
});
