import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jobKindOfRestored } from "../../src/modules/plans/archive/restored.ts";
import { pollTrackers } from "../../src/modules/sync/poll.ts";
import { jobKindOfRefresh } from "../../src/modules/sync/refresh-soon.ts";
import { runRefreshSpecs } from "../../src/modules/sync/refresh-specs.ts";
import { databases } from "../databases.ts";
import { withRows } from "../own-connection.ts";
import { eachTracker, keyOf, push, type SmallPlace, smallPlace } from "./pushing.ts";
import { expectOk, openScene, type Scene } from "./scene.ts";
import { standIns } from "./stand-in.ts";
import { runDueJobs } from "./sync/tracker-changes.ts";

const env = { GROUNDPLAN_TRACKER_POLL_SECONDS: "0" };
const poll = ({ world }: Scene) => pollTrackers(world.context, null, new AbortController());

describe.each(eachTracker)(
  "on $database a change that users made in $tracker to an archived plan",
  ({ create, start }) => {
    let scene: Scene;
    let place: SmallPlace;
    beforeAll(async () => {
      scene = await openScene(create, start, { env });
      place = await smallPlace(scene, [{ title: "Albums" }, { title: "Photos" }]);
      await push(scene, place.plan);
    });
    afterAll(() => scene.close());

    const post = async (path: string, body = {}) => expectOk(await scene.world.alice.post(path, body)).body;
    const status = async (spec: string) => expectOk(await scene.world.alice.get(spec)).body.spec.status;
    const set = async (key: string, to: "TODO" | "DONE") => {
      await scene.standIn.back.set(key, to);
      await poll(scene);
    };

    it("arrives once the plan is restored, though an earlier poll skipped it", async () => {
      const albums = place.spec("SPEC-1");
      await post(`${place.plan}/archive`);
      await set(await keyOf(scene, albums), "DONE");
      expect(await status(albums)).toBe("TODO");
      await post(`${place.plan}/restore`);
      await runDueJobs(scene.world);
      expect(await status(albums)).toBe("DONE");
    });

    it("counts for the spec's current plan, even if a push records its former plan", async () => {
      const key = await keyOf(scene, place.spec("SPEC-2"));
      const { shortId } = (await post(`${place.project}/plans`, { name: "Later" })).plan;
      const later = `${place.project}/plans/${shortId}`;
      const moved = (await post(`${place.spec("SPEC-2")}/move`, { planId: shortId })).spec.shortId;
      const photos = `${later}/specs/${moved}`;
      const plan_id = (await scene.world.alice.get(place.plan)).body.plan.id;
      await withRows(scene.world, (db) =>
        db.updateTable("push_items").set({ plan_id }).where("external_key", "=", key).execute(),
      );
      await post(`${place.plan}/archive`);
      await set(key, "DONE");
      expect(await status(photos)).toBe("DONE");
      await post(`${place.plan}/restore`);
      await post(`${later}/archive`);
      await set(key, "TODO");
      await runDueJobs(scene.world);
      expect(await status(photos)).toBe("DONE");
      await post(`${later}/restore`);
      await runDueJobs(scene.world);
      expect(await status(photos)).toBe("TODO");
    });

    it("arrives after the tracker was disconnected, once it is connected again", async () => {
      const { connector, connect } = scene.standIn;
      const albums = place.spec("SPEC-1");
      await post(`${place.plan}/archive`);
      await set(await keyOf(scene, albums), "TODO");
      expectOk(await scene.world.alice.delete(`/v1/connectors/${connector}/connection`));
      await post(`${place.plan}/restore`);
      await runDueJobs(scene.world);
      expect(await status(albums)).toBe("DONE");
      await post(`/v1/connectors/${connector}/connect`, connect);
      await runDueJobs(scene.world);
      expect(await status(albums)).toBe("TODO");
    });

    it("arrives once a deleted spec is restored, whose issue is not created again", async () => {
      const own = await smallPlace(scene, [{ title: "Boats" }, { title: "Piers", needsFirst: ["Boats"] }]);
      await push(scene, own.plan);
      const boats = own.spec("SPEC-1");
      const key = await keyOf(scene, boats);
      expectOk(await scene.world.alice.delete(boats));
      await set(key, "DONE");
      await push(scene, own.plan);
      await post(`${boats}/restore`);
      await runDueJobs(scene.world);
      expect([await status(boats), await keyOf(scene, boats)]).toEqual(["DONE", key]);
      const again = await push(scene, own.plan, { includeDone: true });
      expect(again.items.filter(({ action }: { action: string }) => action === "create")).toEqual([]);
      expect(scene.standIn.violations).toEqual([]);
    });

    it("arrives even if its spec is moved before the restored plan is read again", async () => {
      const albums = place.spec("SPEC-1");
      await post(`${place.plan}/archive`);
      await set(await keyOf(scene, albums), "DONE");
      await post(`${place.plan}/restore`);
      const { shortId: planId } = (await post(`${place.project}/plans`, { name: "Next" })).plan;
      const { shortId } = (await post(`${albums}/move`, { planId })).spec;
      await runDueJobs(scene.world);
      expect(await status(`${place.project}/plans/${planId}/specs/${shortId}`)).toBe("DONE");
      expect(scene.standIn.violations).toEqual([]);
    });
  },
);

describe.each(databases)("on $database a big plan", ({ create }) => {
  it("is read again in jobs of at most 500 issues, each once", async () => {
    const scene = await openScene(create, standIns.github);
    const { world } = scene;
    const place = await smallPlace(scene, [{ title: "Albums" }, { title: "Photos" }]);
    await push(scene, place.plan);
    const rows = await world.context.db
      .selectFrom("push_items")
      .selectAll()
      .where("kind", "=", "spec")
      .execute();
    const elsewhere = Array.from({ length: 600 }, (_, n) =>
      rows.map((row) => ({ ...row, target: `acme/e${n}`, external_id: `${row.external_id}-${n}` })),
    ).flat();
    await withRows(world, async (db) => {
      for (let n = 0; n < elsewhere.length; n += 400)
        await db
          .insertInto("push_items")
          .values(elsewhere.slice(n, n + 400))
          .execute();
    });
    expectOk(await world.alice.post(`${place.plan}/archive`));
    expectOk(await world.alice.post(`${place.plan}/restore`));
    const jobsOf = async (kind: string) => {
      const jobs = await world.context.db
        .selectFrom("jobs")
        .select("payload")
        .where("kind", "=", kind)
        .execute();
      return jobs.map(({ payload }) => JSON.parse(payload));
    };
    for (const restored of await jobsOf(jobKindOfRestored)) await runRefreshSpecs(world.context, restored);
    const ids: string[][] = (await jobsOf(jobKindOfRefresh)).map(({ externalIds }) => externalIds);
    expect(ids.map((some) => some.length).toSorted((a, b) => b - a)).toEqual([500, 500, 202]);
    expect(ids.flat().toSorted()).toEqual([...rows, ...elsewhere].map((row) => row.external_id).toSorted());
    await scene.close();
  });
});
