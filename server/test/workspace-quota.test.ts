import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPlan } from "../src/modules/plans/scene.test-support.ts";
import { databases } from "./databases.ts";
import { expectError } from "./expect-error.ts";
import { form, formHeaders } from "./form.ts";
import { openWorld, type Person, type World } from "./world.ts";

const quotaBytes = 100_000;

describe.each(databases)("the capacity of a workspace, on $database", ({ create }) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(create, { jobs: "off", env: { GROUNDPLAN_WORKSPACE_BYTES: String(quotaBytes) } });
    await world.alice.post("/v1/projects", { name: "Web" });
  });
  afterAll(() => world.close());

  const used = async (who = world.alice) => (await who.get("/v1/workspace")).body.storage.usedBytes;
  const add = (title: string, length: number, who: Person = world.bob, headers = {}) =>
    who.post("/v1/context", { title, text: "a".repeat(length) }, headers);
  const upload = (file: string, length: number) =>
    world.bob.post(
      "/v1/context/upload",
      form([{ file, type: "text/plain", body: file.repeat(length / file.length) }]),
      formHeaders,
    );
  const files = () => world.context.db.selectFrom("files").select("id").execute();

  it("admits texts and files up to the setting, and one more is 413 and leaves nothing", async () => {
    expect((await world.vera.get("/v1/workspace")).body.storage).toEqual({ usedBytes: 0, quotaBytes });
    const key = { "idempotency-key": "the-first-text" };
    const first = await add("First", 60_000, world.bob, key);
    expect(first.status).toBe(201);
    expect(await used()).toBe(60_000);

    const refused = await upload("large.txt ", 50_000);
    expectError(refused, "quota_exceeded");
    expect(refused.body.error.details).toEqual({ quotaBytes });
    expect(await files()).toEqual([]);
    expect((await upload("small.txt ", 30_000)).status).toBe(201);
    expect(await used()).toBe(90_000);

    expectError(await add("Second", 10_001), "quota_exceeded");
    const path = `/v1/context/${first.body.source.id}`;
    expectError(await world.bob.patch(path, { text: "b".repeat(10_001) }), "quota_exceeded");
    const plan = await newPlan(world.bob, "/v1/projects/web");
    const site = form([{ file: "index.html", type: "text/html", body: "<p>".repeat(4000) }]);
    expectError(await world.bob.put(`${plan.path}/prototype`, site, formHeaders), "quota_exceeded");
    expect(await used()).toBe(90_000);

    // Requests without bytes still work, a replay gets its answer, and other workspaces have their own
    // capacity.
    expect((await world.bob.patch(path, { title: "Renamed" })).status).toBe(200);
    const again = await add("First", 60_000, world.bob, key);
    expect([again.status, again.body.source.id]).toEqual([201, first.body.source.id]);
    expect((await add("Elsewhere", 60_000, world.mallory)).status).toBe(201);
    expect([await used(), await used(world.mallory)]).toEqual([90_000, 60_000]);
  });

  it("is not exceeded by simultaneous uploads", async () => {
    const statuses = await Promise.all(
      ["one ", "two "].map(async (file) => (await upload(file, 8000)).status),
    );
    expect(statuses.toSorted()).toEqual([201, 413]);
    expect(await used()).toBe(98_000);
  });

  it("is free again after deletions", async () => {
    const { sources } = (await world.bob.get("/v1/context")).body;
    const renamed = sources.find(({ title }: { title: string }) => title === "Renamed");
    expect((await world.bob.delete(`/v1/context/${renamed.id}`)).status).toBe(200);
    expect(await used()).toBe(38_000);
    expect((await add("Second", 10_001)).status).toBe(201);
  });
});
