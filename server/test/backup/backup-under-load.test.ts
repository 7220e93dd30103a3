import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, it } from "vitest";
import { adminBackup, adminCheck, adminRestore } from "../../src/admin/index.ts";
import { fakeTracker, makePlace } from "../conformance/place.ts";
import { databases } from "../databases.ts";
import { openWorld, type World } from "../world.ts";
import { copyKeyFile, reopen, walk } from "./restored.ts";

/** Leaves out the lists of the workspace that show or count the writers' specs. */
const withoutLoad = (seen: Record<string, unknown>) =>
  Object.entries(seen).filter(([request]) => !/\/v1\/(next|plans|specs)$/.test(request));

async function allSpecs({ alice }: World, path: string): Promise<{ title: string }[]> {
  const specs: { title: string }[] = [];
  for (let next: string | undefined = ""; next !== undefined; ) {
    const { body } = await alice.get(`${path}?limit=200${next && `&cursor=${next}`}`);
    specs.push(...body.specs);
    next = body.nextCursor;
  }
  return specs;
}

/** The most specs per writer, so that the load ends. */
const mostEach = 200;

/** Backs up under 64 writers; returns the titles that the backup must and may contain. */
async function backUpUnderLoad(world: World, specs: string, file: string) {
  const acknowledged = new Set<string>();
  const asked = new Set<string>();
  let isOver = false;
  const writers = Array.from({ length: 64 }, async () => {
    for (let made = 0; !isOver && made < mostEach; made++) {
      const title = randomUUID();
      asked.add(title);
      expect((await world.alice.post(specs, { title })).status).toBe(201);
      acknowledged.add(title);
    }
  });
  await expect.poll(() => acknowledged.size, { interval: 5 }).toBeGreaterThan(64);
  const before = new Set(acknowledged);
  await adminBackup(world.env, { file, secrets: true });
  const after = new Set(asked);
  isOver = true;
  await Promise.all(writers);
  return { before, after, acknowledged };
}

it("A backup taken under 64 writers on either database and restored on the other contains every write acknowledged before it and none requested after it", async () => {
  const tracker = fakeTracker();
  const [sqlite, postgres] = databases;
  if (!sqlite || !postgres) throw new Error("there are two databases");
  const made = [await openWorld(sqlite.create, { openTracker: async () => tracker })];
  try {
    let [world = expect.fail()] = made;
    const place = await makePlace(world);
    const { body } = await world.alice.post(`/v1/projects/${place.projectSlug}/plans/PLAN-1/push`);
    place.pushId = body.push.pushId;
    await world.alice.post("/v1/projects", { name: "Load" });
    const { plan } = (await world.alice.post("/v1/projects/load/plans", { name: "Plan" })).body;
    const specs = `/v1/projects/load/plans/${plan.shortId}/specs`;
    const quiet = withoutLoad(await walk(world, [place]));
    let there: { title: string }[] = [];
    for (const { create } of [postgres, sqlite]) {
      const file = join(String(world.env.GROUNDPLAN_DATA_DIR), "loaded");
      const earlier = new Set(there.map(({ title }) => title));
      const { before, after, acknowledged } = await backUpUnderLoad(world, specs, file);
      const target = await create("empty");
      copyKeyFile(world.env, target.env);
      await adminRestore(target.env, { file });
      const restored = await reopen(world, target);
      made.push(restored);
      there = await allSpecs(restored, specs);
      const found = new Set(there.map(({ title }) => title));
      const added = found.difference(earlier);
      expect(earlier.union(before).difference(found).size, "acknowledged and lost").toBe(0);
      expect(added.difference(after).size, "asked for later").toBe(0);
      expect(added.size).toBeLessThan(acknowledged.size);
      const here = await allSpecs(world, specs);
      expect(there).toEqual(here.filter(({ title }) => found.has(title)));
      expect(withoutLoad(await walk(restored, [place]))).toEqual(quiet);
      expect((await adminCheck(target.env)).problems).toEqual([]);
      world = restored;
    }
  } finally {
    for (const one of made) await one.close();
  }
}, 120_000); // Reads every endpoint of two restored services.
