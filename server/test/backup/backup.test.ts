import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { adminBackup, adminRestore } from "../../src/admin/index.ts";
import { fakeTracker, makePlace, type Place } from "../conformance/place.ts";
import { databases, type TestDatabase } from "../databases.ts";
import { setUpWorld, type World } from "../world.ts";
import { copyKeyFile, reopen, walk } from "./restored.ts";

const directions = databases.map((from, index) => {
  const to = databases[1 - index] ?? from;
  return { database: `${from.database} to ${to.database}`, from: from.create, to: to.create };
});

const linesOf = (file: string) =>
  gunzipSync(readFileSync(file)).toString().trimEnd().split("\n").slice(1, -1).sort();

describe.each(directions)("$database", ({ from, to }) => {
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
  const tracker = fakeTracker();
  const world = setUpWorld(from, { openTracker: async () => tracker });
  afterAll(async () => {
    for (const one of made) await ("drop" in one ? one.drop() : one.close());
  });

  it("A backup with secrets, restored on the other database and back, answers every read as before", async () => {
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
