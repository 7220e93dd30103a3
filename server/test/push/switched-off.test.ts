import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jobKindOfPush } from "../../src/modules/push/routes/start-push.ts";
import { pollTrackers } from "../../src/modules/sync/poll.ts";
import { refresh } from "../../src/modules/sync/refresh.ts";
import { runRefreshSpecs } from "../../src/modules/sync/refresh-specs.ts";
import type { Tables } from "../../src/storage/tables.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { withRows } from "../own-connection.ts";
import { keyOf, push, smallPlace } from "./pushing.ts";
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
import { runDueJobs } from "./sync/tracker-changes.ts";

const patient = { GROUNDPLAN_PUSH_SETTLE_MS: "2000", GROUNDPLAN_TRACKER_POLL_SECONDS: "0" };
const path = "/v1/connectors/github/toolsets";

describe.each(databases)("on $database, a tracker that is switched off", ({ create }) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(create, standIns.github, { env: patient });
  });
  afterAll(() => scene.close());
  const set = async (enabled: boolean, more: object = {}) =>
    expectOk(await scene.world.alice.patch(path, { enabled, ...more }));
  /** Removes all jobs but pushes. */
  const leaveOnlyPushes = () =>
    withRows(scene.world, (db) => db.deleteFrom("jobs").where("kind", "!=", jobKindOfPush).execute());

  it("is pushed to by nobody, in the workspace or in the project, with the level in words", async () => {
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
            /^The push waits: GitHub Issues is switched off.* It then continues by itself, for seven days\.$/,
          ),
        ],
      });
      // It polls its switch, without calling the tracker.
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

  it.each(["off for seven days", "disconnected while it is off"])(
    "%s, it is no longer waited for by a push that sleeps",
    async (how) => {
      const place = await freshPlace(scene, scene.taken++);
      await leaveOnlyPushes();
      const pushId = await startPush(scene, place);
      const held = scene.mortal.pauseAt(2);
      const working = work(scene, null);
      await held.reached;
      await set(false);
      held.release();
      expect(await working).toBe("asleep");
      const told = async () => (await scene.world.alice.get(`${place.main}/pushes/${pushId}`)).body.push;
      // Falling asleep again doesn't extend the time.
      await allWaitsAreOver(scene);
      expect(await work(scene, null)).toBe("asleep");
      if (how === "disconnected while it is off") {
        const connection = "/v1/connectors/github/connection";
        expectOk(await scene.world.alice.delete(connection));
      } else await withRows(scene.world, (db) => aWeekPassed(db, pushId));
      await allWaitsAreOver(scene);
      expect(await work(scene, null)).toBe("ended");
      expect(await told()).toMatchObject(
        how === "disconnected while it is off"
          ? { caveats: [expect.stringMatching(/was disconnected/)] }
          : { status: "partial", caveats: [expect.stringMatching(/No one did for seven days/)] },
      );
      await set(true);
      if (how !== "disconnected while it is off") return;
      expectOk(await scene.world.alice.post("/v1/connectors/github/connect", scene.standIn.connect));
    },
  );

  it("in a project leaves its issues alone until it is on, while those of others there go on", async () => {
    const [off, on] = [
      await smallPlace(scene, [{ title: "Albums" }]),
      await smallPlace(scene, [{ title: "Tags" }]),
    ];
    // Both projects push to one target.
    const { target } = scene.standIn.target(scene.taken - 2);
    const { provider } = scene.standIn;
    expectOk(await scene.world.alice.put(`${on.project}/tracker`, { provider, target }));
    await leaveOnlyPushes();
    for (const { plan } of [off, on]) await push(scene, plan);
    const issues = [await keyOf(scene, off.spec("SPEC-1")), await keyOf(scene, on.spec("SPEC-1"))];
    const statuses = async () => {
      const specs = [off, on].map(({ spec }) => scene.world.alice.get(spec("SPEC-1")));
      return (await Promise.all(specs)).map(({ body }) => body.spec.status);
    };
    const poll = () => pollTrackers(scene.world.context, null, { signal: new AbortController().signal });
    const projectSlug = off.project.split("/").at(-1);
    await set(false, { projectSlug });
    await leaveOnlyPushes();
    for (const key of issues) await scene.standIn.back.set(key, "DONE");
    await poll();
    expect(await statuses()).toEqual(["TODO", "DONE"]);
    const { connection_id: connectionId, external_id } = await scene.world.context.db
      .selectFrom("push_items")
      .select(["connection_id", "external_id"])
      .where("external_key", "=", issues[0] ?? "")
      .executeTakeFirstOrThrow();
    const notice = { workspaceId: await workspaceOf(scene), connectionId, externalIds: [external_id ?? ""] };
    const calls = () => scene.standIn.log.length;
    const before = calls();
    await refresh(scene.world.context, notice);
    expect(calls()).toBe(before);
    await set(false, { projectSlug: on.project.split("/").at(-1) });
    await poll();
    const others = scene.standIn.log.slice(before).filter(({ path: at }) => at.includes(off.target));
    expect(others).toEqual([]);
    await set(true, { projectSlug });
    await runDueJobs(scene.world);
    expect(await statuses()).toEqual(["DONE", "DONE"]);
  });
});

/** Moves a sleeping push's start back by a week. */
async function aWeekPassed(db: Kysely<Tables>, pushId: string): Promise<void> {
  const { caveats } = await db
    .selectFrom("pushes")
    .select("caveats")
    .where("id", "=", pushId)
    .executeTakeFirstOrThrow();
  const since = new Date(Date.now() - 7 * 24 * 3600_000).toISOString();
  const earlier = JSON.parse(caveats).map((caveat: object) =>
    "since" in caveat ? { ...caveat, since } : caveat,
  );
  await db
    .updateTable("pushes")
    .set({ caveats: JSON.stringify(earlier) })
    .where("id", "=", pushId)
    .execute();
}

const workspaceOf = async ({ world }: Scene): Promise<string> =>
  (await world.alice.get("/v1/me")).body.workspace.id;
