import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claimJob, failJob } from "../../../src/jobs/queue.ts";
import { giveUpPush } from "../../../src/modules/push/execute/run-push.ts";
import type { OpenTracker } from "../../../src/modules/trackers/registry.ts";
import { databases } from "../../databases.ts";
import {
  freshPlace,
  ledgerOf,
  openScene,
  type Place,
  type Scene,
  startPush,
  whole,
  work,
  workOn,
} from "../scene.ts";
import { githubStandIn } from "../stand-in.ts";

/** The first call checks the target, the third one creates the second issue. */
const secondIssue = { call: 2, when: "after" as const };

describe.each(databases)("on $database a push whose worker is killed or paused", ({ create }) => {
  let scene: Scene;
  /** The number of lookups that find nothing. */
  let blind = 0;

  beforeAll(async () => {
    scene = await openScene(create, githubStandIn, {
      wrap: (mortal) => ({ ...mortal, openTracker: sometimesBlind(mortal.openTracker) }),
      // A call on a busy machine must leave within half of it, or the worker asks again.
      env: { GROUNDPLAN_PUSH_SETTLE_MS: "100" },
    });
  });
  afterAll(() => scene.close());

  const sometimesBlind =
    (open: OpenTracker): OpenTracker =>
    async (...given) => {
      const tracker = await open(...given);
      return {
        ...tracker,
        find: async (...call) => (blind-- > 0 ? call[1].map(() => []) : tracker.find(...call)),
      };
    };

  const started = async () => {
    const place = await freshPlace(scene, scene.taken++);
    await startPush(scene, place);
    return place;
  };
  const expectWhole = async (place: Place) => {
    expect(await scene.standIn.had(place.mark)).toEqual(whole(true));
    expect(await ledgerOf(scene, place)).toBe("knows each once");
  };

  it("creates an issue twice if lookups find nothing, so these tests would see a double", async () => {
    const place = await started();
    expect(await work(scene, secondIssue)).toBe("died");
    blind = 1000;
    await workOn(scene);
    blind = 0;
    await expect(scene.standIn.had(place.mark)).rejects.toThrow("doubled");
  });

  it("looks twice before it creates anything again, as a tracker may show a new issue late", async () => {
    const place = await started();
    expect(await work(scene, secondIssue)).toBe("died");
    blind = 1;
    await workOn(scene);
    await expectWhole(place);
  });

  it("ends after processes died over it repeatedly; the next push goes on", async () => {
    const place = await started();
    const { world } = scene;
    expect(await work(scene, secondIssue)).toBe("died");
    const job = await world.command(claimJob, { leaseSeconds: 0 });
    if (!job) throw new Error("no job is due");
    const claim = { id: job.id, fence: job.fence };
    const run = { claim, attempt: job.attempts, signal: new AbortController().signal };
    await giveUpPush(world.context, JSON.parse(job.payload), run);
    await world.command(failJob, { ...claim, error: "given up", retrySeconds: null, attempts: job.attempts });
    const [ended] = (await world.alice.get(`${place.main}/pushes`)).body.pushes;
    const message = expect.stringContaining("Push again to go on.");
    expect(ended).toMatchObject({ status: "partial", message });
    await startPush(scene, place);
    await workOn(scene);
    await expectWhole(place);
  });

  const state = async ({ target }: Place) => [
    scene.standIn.log.length,
    await scene.world.context.db
      .selectFrom("push_items")
      .selectAll()
      .where("target", "=", target)
      .orderBy("kind")
      .orderBy("entity_id")
      .orderBy("needed_id")
      .execute(),
  ];

  it("creates nothing any more after it was paused right before its call and another worker went on", async () => {
    const place = await started();
    const { writer } = scene.world.context;
    const run = writer.run.bind(writer);
    const paused = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let intents = 0;
    writer.run = async (command, input) => {
      const answer = await run(command, input);
      if (command.name === "push.intend" && ++intents === 3) {
        paused.resolve();
        await released.promise;
      }
      return answer;
    };
    const first = work(scene, null);
    await paused.promise;
    writer.run = run;
    await workOn(scene);
    const before = await state(place);
    released.resolve();
    await first;
    expect(await state(place)).toEqual(before);
    await expectWhole(place);
  });

  it("changes nothing any more after its answer came late and another worker has gone on", async () => {
    const place = await started();
    const { mortal } = scene;
    const answered = mortal.pauseAt(2);
    const first = work(scene, null);
    await answered.reached;
    await workOn(scene);
    const before = await state(place);
    answered.release();
    await first;
    await pause(100);
    expect(await state(place)).toEqual(before);
    await expectWhole(place);
  });
});
