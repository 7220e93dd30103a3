import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { pollTrackers } from "../../../src/modules/sync/poll.ts";
import type { OpenTracker } from "../../../src/modules/trackers/registry.ts";
import { withRows } from "../../own-connection.ts";
import { eachTracker, keyOf, type SmallPlace, smallPlace, statusOf } from "../pushing.ts";
import { expectOk, type Scene } from "../scene.ts";
import { standIns } from "../stand-in.ts";
import { type Noticed, openNoticed } from "./noticed.ts";
import { runDueJobs } from "./tracker-changes.ts";

const longMs = 60_000;

describe.each(eachTracker)("on $database an issue that was deleted in $tracker", ({ create, tracker }) => {
  let noticed: Noticed;
  let scene: Scene;
  /** The number of issues read per poll. */
  let few = 100;
  beforeAll(async () => {
    const wrap = ({ openTracker, ...mortal }: { openTracker: OpenTracker } & Scene["mortal"]) => ({
      ...mortal,
      openTracker: (async (...given) => {
        const whole = await openTracker(...given);
        return { ...whole, batchSizes: { ...whole.batchSizes, read: Math.min(few, whole.batchSizes.read) } };
      }) satisfies OpenTracker,
    });
    noticed = await openNoticed(create, standIns[tracker], {
      env: { GROUNDPLAN_TRACKER_POLL_SECONDS: "0" },
      wrap,
    });
    scene = noticed.scene;
  }, longMs);
  afterEach(() => expect(scene.standIn.violations).toEqual([]));
  afterAll(() => noticed.close());

  const people = () => scene.standIn.people;
  const poll = () => pollTrackers(scene.world.context, null, new AbortController());
  const external = async (path: string) => expectOk(await scene.world.alice.get(path)).body.spec.external;
  const events = async () => {
    const rows = await scene.world.context.db
      .selectFrom("events")
      .select(["type", "data"])
      .orderBy("seq")
      .execute();
    return rows.map(({ type, data }) => ({ type, ...JSON.parse(data ?? "{}") }));
  };
  async function pushed(titles: readonly string[]): Promise<SmallPlace> {
    const place = await smallPlace(
      scene,
      titles.map((title) => ({ title })),
    );
    await push(place.plan);
    await noticed.catchUp();
    return place;
  }

  it(
    "is recognized at once by a notice: it is no longer linked or counted, even if a later poll still lists it",
    async () => {
      const place = await pushed(["Albums", "Photos"]);
      const { externalKey } = await statusOf(scene, place.plan);
      scene.standIn.back.holdSearch?.(true);
      await people().remove(await keyOf(scene, place.spec("SPEC-1")));
      await noticed.catchUp();
      expect(await external(place.spec("SPEC-1"))).toEqual([]);
      expect(await statusOf(scene, place.plan)).toMatchObject({
        pushedCount: 2,
        changedCount: 0,
        goneCount: 1,
        externalKey,
      });
      expect((await events()).at(-1)).toEqual({
        type: "spec.updated",
        shortId: "SPEC-1",
        changed: ["external"],
        by: "tracker",
      });
      const before = await events();
      await poll();
      await runDueJobs(scene.world);
      expect(await events()).toEqual(before);
      scene.standIn.back.holdSearch?.(false);
      expect(await external(place.spec("SPEC-1"))).toEqual([]);
      const { status, caveats } = await push(place.plan);
      expect([status, caveats]).toEqual(["unchanged", [expect.stringContaining("SPEC-1")]]);
      await people().remove(externalKey);
      await noticed.catchUp();
      expect(await statusOf(scene, place.plan)).toMatchObject({ goneCount: 2, externalKey: null });
    },
    longMs,
  );

  async function push(plan: string) {
    expectOk(await scene.world.alice.post(`${plan}/push`, {}, { prefer: "respond-async" }));
    await runDueJobs(scene.world);
    return expectOk(await scene.world.alice.get(`${plan}/pushes`)).body.pushes.at(-1);
  }

  it(
    "is found by polling, which checks a few issues each time; so is one that is back",
    async () => {
      scene.standIn.back.notify(null);
      const place = await pushed(["Albums", "Photos", "Search"]);
      // Another place of the same target gets its turn, too.
      await withRows(scene.world, (db) =>
        db
          .deleteFrom("push_items")
          .where("plan_id", "not in", (query) =>
            query.selectFrom("plans").select("id").where("name", "like", `%${place.mark}`),
          )
          .execute(),
      );
      await withRows(scene.world, (db) =>
        db.updateTable("tracker_polls").set({ looked_until: null }).execute(),
      );
      const key = await keyOf(scene, place.spec("SPEC-3"));
      await people().hide(key);
      few = 1;
      const gone = async () => (await statusOf(scene, place.plan)).goneCount;
      // The plan's issue comes first, then its specs' by creation.
      for (let round = 0; round < 3; round++) {
        await poll();
        expect(await gone()).toBe(0);
      }
      await poll();
      expect([await gone(), await external(place.spec("SPEC-3"))]).toEqual([1, []]);
      await people().show(key);
      for (let round = 0; round < 5; round++) await poll();
      expect([await gone(), await external(place.spec("SPEC-3"))]).toEqual([0, [expect.anything()]]);
      few = 100;
    },
    longMs,
  );

  it(
    "does not count as deleted while the target itself is hidden",
    async () => {
      const place = await pushed(["Albums"]);
      await people().target(place.target, "hidden");
      await people().hide(await keyOf(scene, place.spec("SPEC-1")));
      await poll();
      if (tracker !== "linear") expect((await statusOf(scene, place.plan)).goneCount).toBe(0);
      await people().target(place.target, "open");
    },
    longMs,
  );
});
