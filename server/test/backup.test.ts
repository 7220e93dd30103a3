import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminBackup, adminRestore } from "../src/admin/index.ts";
import { fakeTracker, makePlace, type Place } from "./conformance-place.ts";
import { databases, type TestDatabase } from "./databases.ts";
import { eventChain } from "./kill/inspect.ts";
import { copyKeyFile, reopen, walk } from "./restored.ts";
import { openWorld, type World } from "./world.ts";

const directions = databases.map((from, index) => {
  const to = databases[1 - index] ?? from;
  return { database: `${from.database} to ${to.database}`, from: from.create, to: to.create };
});

/** Returns the lines of a backup between its head and its end, in an order that does not depend on the database. */
const linesOf = (file: string) =>
  gunzipSync(readFileSync(file)).toString().trimEnd().split("\n").slice(1, -1).sort();

/** Leaves out what is next in the whole workspace, which the writers' specs belong to. */
const withoutNext = (seen: Record<string, unknown>) =>
  Object.entries(seen).filter(([request]) => !request.endsWith("/v1/next"));

/** Reads all pages of a list of specs. */
async function allSpecs({ alice }: World, path: string): Promise<{ title: string }[]> {
  const specs: { title: string }[] = [];
  for (let next: string | undefined = ""; next !== undefined; ) {
    const { body } = await alice.get(`${path}?limit=200${next && `&cursor=${next}`}`);
    specs.push(...body.specs);
    next = body.nextCursor;
  }
  return specs;
}

describe.each(directions)("$database", ({ from, to }) => {
  let world: World;
  const made: (TestDatabase | World)[] = [];
  const keep = <T extends TestDatabase | World>(one: T): T => {
    made.push(one);
    return one;
  };
  const fileIn = (name: string) => join(String(world.env.GROUNDPLAN_DATA_DIR), name);
  const backUp = async (name: string, secrets: boolean, env = world.env) => {
    await adminBackup(env, { file: fileIn(name), secrets });
    return fileIn(name);
  };
  beforeAll(async () => {
    const tracker = fakeTracker();
    world = await openWorld(from, { openTracker: async () => tracker });
  });
  afterAll(async () => {
    for (const one of made) await ("drop" in one ? one.drop() : one.close());
    await world.close();
  });

  it("A backup under 64 writers holds what was acknowledged when it was taken, and nothing that was asked for after", async () => {
    const place = await makePlace(world);
    const { body } = await world.alice.post(`/v1/projects/${place.projectSlug}/plans/PLAN-1/push`);
    place.pushId = body.push.pushId;
    await world.alice.post("/v1/projects", { name: "Load" });
    const { plan } = (await world.alice.post("/v1/projects/load/plans", { name: "Plan" })).body;
    const specs = `/v1/projects/load/plans/${plan.shortId}/specs`;
    const quiet = await walk(world, [place]);
    const acknowledged = new Set<string>();
    const asked = new Set<string>();
    let isOver = false;
    const writers = Array.from({ length: 64 }, async () => {
      while (!isOver) {
        const title = randomUUID();
        asked.add(title);
        expect((await world.alice.post(specs, { title })).status).toBe(201);
        acknowledged.add(title);
      }
    });
    await expect.poll(() => acknowledged.size).toBeGreaterThan(128);
    const before = new Set(acknowledged);
    const file = await backUp("loaded", true);
    const after = new Set(asked);
    isOver = true;
    await Promise.all(writers);

    const target = await to("empty");
    copyKeyFile(world.env, target.env);
    await adminRestore(target.env, { file });
    const restored = keep(await reopen(world, target));
    const specsThere = await allSpecs(restored, specs);
    const found = new Set(specsThere.map(({ title }) => title));
    expect(before.difference(found).size, "acknowledged and lost").toBe(0);
    expect(found.difference(after).size, "asked for later").toBe(0);
    expect(found.size).toBeLessThan(acknowledged.size);
    const specsHere = await allSpecs(world, specs);
    expect(specsThere).toEqual(specsHere.filter(({ title }) => found.has(title)));
    expect(withoutNext(await walk(restored, [place]))).toEqual(withoutNext(quiet));
    expect(await eventChain(target.env)).toBe("whole");
  });

  it("What is restored with secrets on the other database, and back, answers every read as before", async () => {
    const places: Place[] = [];
    for (const owner of [world.alice, world.bob]) {
      const place = await makePlace(world, { owner, visibility: "PRIVATE" });
      const { body } = await owner.post(`/v1/projects/${place.projectSlug}/plans/${place.planShortId}/push`);
      places.push({ ...place, pushId: body.push.pushId });
    }
    await world.alice.post(`/v1/projects/${places[0]?.projectSlug}/plans/${places[0]?.subPlan}/archive`);
    const before = await walk(world, places);

    const first = await backUp("first", true);
    const other = await to("empty");
    copyKeyFile(world.env, other.env);
    await adminRestore(other.env, { file: first });
    const second = await backUp("second", true, other.env);
    const again = await from("empty");
    copyKeyFile(world.env, again.env);
    await adminRestore(again.env, { file: second });

    expect(linesOf(second)).toEqual(linesOf(first));
    for (const target of [other, again])
      expect(await walk(keep(await reopen(world, target)), places)).toEqual(before);
  });
});
