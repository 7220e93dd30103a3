import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jobKindOfPush } from "../../src/modules/push/routes/start-push.ts";
import { runRefreshSpecs } from "../../src/modules/sync/refresh-specs.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { withRows } from "../own-connection.ts";
import {
  allWaitsAreOver,
  expectOk,
  freshPlace,
  ledgerOf,
  openScene,
  type Scene,
  startPush,
  whole,
  work,
  workOn,
} from "./scene.ts";
import { standIns } from "./stand-in.ts";

const patient = { GROUNDPLAN_PUSH_SETTLE_MS: "2000" };
const path = "/v1/connectors/github/toolsets";

describe.each(databases)("on $database, a tracker that is switched off", ({ create }) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(create, standIns.github, { env: patient });
  });
  afterAll(() => scene.close());
  const set = async (enabled: boolean, more: object = {}) =>
    expectOk(await scene.world.alice.patch(path, { enabled, ...more }));
  /** The scene works on pushes by hand; what else is left to do is nothing here. */
  const leaveOnlyPushes = () =>
    withRows(scene.world, (db) => db.deleteFrom("jobs").where("kind", "!=", jobKindOfPush).execute());

  it("is pushed to by nobody, at the workspace or in the project, with the place in words", async () => {
    const place = await freshPlace(scene, scene.taken++);
    const projectSlug = place.main.split("/")[3];
    const push = (more: object = {}) => scene.world.alice.post(`${place.main}/push`, more);
    const calls = scene.standIn.log.length;
    await set(false);
    for (const more of [{}, { dryRun: true }]) {
      const refused = await push(more);
      expectError(refused, "not_connected");
      expect(refused.body.error.message).toBe(
        "GitHub Issues is switched off. An owner of the workspace switches it on.",
      );
    }
    expectError(await push({ provider: "tracker_c" }), "not_connected");
    expectError(await scene.world.alice.get("/v1/connectors/github/targets"), "not_connected");
    await set(true);
    await set(false, { projectSlug });
    const refused = await push();
    expectError(refused, "not_connected");
    expect(refused.body.error.message).toMatch(/switched off in this project/);
    expect(scene.standIn.log).toHaveLength(calls);
    expect((await scene.world.alice.get("/v1/connectors/github/targets")).status).toBe(200);
  });

  it.each(["workspace", "project"])(
    "at the %s sends a running push to sleep, which goes on once it is on",
    async (level) => {
      const place = await freshPlace(scene, scene.taken++);
      const more = level === "project" ? { projectSlug: place.main.split("/")[3] } : {};
      await leaveOnlyPushes();
      const pushId = await startPush(scene, place);
      const told = async () => (await scene.world.alice.get(`${place.main}/pushes/${pushId}`)).body.push;
      const held = scene.mortal.pauseAt(2);
      const working = work(scene, null);
      await held.reached;
      await set(false, more);
      held.release();
      expect(await working).toBe("asleep");
      const calls = scene.standIn.log.length;
      expect(await told()).toMatchObject({
        status: "running",
        caveats: [
          expect.stringMatching(
            /^The push waits: GitHub Issues is switched off.* It goes on by itself then\.$/,
          ),
        ],
      });
      // It looks by itself, and leaves the tracker alone for as long as it is off.
      await allWaitsAreOver(scene);
      expect(await work(scene, null)).toBe("asleep");
      expect(scene.standIn.log).toHaveLength(calls);
      await set(true, more);
      const { payload } = await scene.world.context.db
        .selectFrom("jobs")
        .select("payload")
        .where("kind", "=", "connectors.reconnected")
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow();
      await runRefreshSpecs(scene.world.context, JSON.parse(payload));
      await leaveOnlyPushes();
      await workOn(scene);
      expect(await told()).toMatchObject({ status: "pushed", pushedItemCount: 12, caveats: [] });
      expect(await scene.standIn.had(place.mark)).toEqual(whole(true));
      expect(await ledgerOf(scene, place)).toBe("knows each once");
    },
  );
});
