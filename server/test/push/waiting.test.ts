import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pollTrackers } from "../../src/modules/sync/poll.ts";
import { patient } from "./patient.ts";
import { eachTracker, keyOf, push, type SmallPlace, smallPlace, statusOf } from "./pushing.ts";
import { expectOk, openScene, type Scene } from "./scene.ts";

const longMs = 60_000;

describe.each(eachTracker)(
  "on $database, of changes for $tracker that wait",
  ({ create, start, tracker }) => {
    let scene: Scene;
    let place: SmallPlace;
    let two: string;
    beforeAll(async () => {
      const env = { ...patient, GROUNDPLAN_TRACKER_POLL_SECONDS: "0" };
      scene = await openScene(create, start, { env });
    }, longMs);
    beforeEach(async () => {
      place = await smallPlace(scene, [
        { title: "Albums", content: "They open." },
        { title: "Search", content: "It finds." },
      ]);
      await push(scene, place.plan);
      two = await keyOf(scene, place.spec("SPEC-2"));
    }, longMs);
    afterEach(() => expect(scene.standIn.violations).toEqual([]));
    afterAll(() => scene.close());

    const people = () => scene.standIn.people;
    const patch = async (handle: string, change: object) =>
      expectOk(await scene.world.alice.patch(place.spec(handle), change));
    const counts = ({ changedCount, waitingCount }: { changedCount: number; waitingCount: number }) => [
      changedCount,
      waitingCount,
    ];
    const status = async () => counts(await statusOf(scene, place.plan));
    const dryRun = async (body = {}) =>
      counts(
        expectOk(await scene.world.alice.post(`${place.plan}/push`, { ...body, dryRun: true })).body.push,
      );
    const both = async () => {
      const told = await dryRun();
      expect(await status()).toEqual(told);
      return told;
    };
    /** Changes a spec's text on both sides. */
    async function collide(): Promise<void> {
      await people().edit(two, { text: "It finds people." });
      await patch("SPEC-2", { content: "It finds places." });
    }
    const poll = () => {
      scene.standIn.catchUp();
      return pollTrackers(scene.world.context, null, new AbortController());
    };

    it("the push status shows those that a dry run has seen, and so does it after a push", async () => {
      await collide();
      expect(await status()).toEqual([1, 0]);
      expect(await dryRun()).toEqual([1, 1]);
      expect(await status()).toEqual([1, 1]);
      await push(scene, place.plan);
      expect(await both()).toEqual([1, 1]);
      await patch("SPEC-1", { content: "They open fast." });
      expect(await both()).toEqual([2, 1]);
      await push(scene, place.plan, { onConflict: "overwrite" });
      expect(await both()).toEqual([0, 0]);
    });

    it("a push alone is enough to see one", async () => {
      await collide();
      await push(scene, place.plan);
      expect(await status()).toEqual([1, 1]);
      await patch("SPEC-2", { content: "It finds." });
      expect(await status()).toEqual([0, 0]);
    });

    it("one still waits while only the text is edited further, and no more once the title is", async () => {
      await collide();
      await dryRun();
      await patch("SPEC-2", { content: "It finds all places." });
      expect(await status()).toEqual([1, 1]);
      expect(await both()).toEqual([1, 1]);
      await patch("SPEC-2", { title: `Find${place.mark}` });
      expect(await status()).toEqual([1, 0]);
      expect(await both()).toEqual([1, 0]);
      await push(scene, place.plan);
      expect(await both()).toEqual([1, 1]);
    });

    it("a link of a spec whose text waits is a change that a push writes", async () => {
      await collide();
      await dryRun();
      await patch("SPEC-2", { needsFirst: ["SPEC-1"] });
      expect(await both()).toEqual([1, 0]);
    });

    it("one that waits for a status waits however often the text was compared", async () => {
      await scene.standIn.back.set(two, "CANCELLED");
      await patch("SPEC-2", { status: "DONE" });
      expect(await both()).toEqual([1, 1]);
      await push(scene, place.plan);
      expect(await both()).toEqual([1, 1]);
      await push(scene, place.plan, { onConflict: "overwrite" });
      expect(await both()).toEqual([0, 0]);
    });

    it("a plan's own text waits like a spec's", async () => {
      await people().edit((await statusOf(scene, place.plan)).externalKey, { text: "Because." });
      expectOk(await scene.world.alice.patch(place.plan, { description: "For us." }));
      expect(await both()).toEqual([1, 1]);
    });

    it("an equal change on both sides is none, once it was seen", async () => {
      await people().edit(two, { text: "It finds places." });
      await patch("SPEC-2", { content: "It finds places." });
      expect(await both()).toEqual([0, 0]);
      await patch("SPEC-2", { content: "It finds all." });
      expect(await both()).toEqual([1, 1]);
    });

    it("one waits no more after users reverted their edit in the tracker, but does after another edit", async () => {
      await collide();
      await dryRun();
      await people().edit(two, { text: "It finds everybody." });
      await poll();
      expect(await status()).toEqual([1, 1]);
      await people().edit(two, { text: "It finds." });
      await poll();
      expect(await status()).toEqual([1, 0]);
      expect(await both()).toEqual([1, 0]);
    });

    it("a dry run that would overwrite leaves the counts as they are", async () => {
      await collide();
      await dryRun();
      expect(await dryRun({ onConflict: "overwrite" })).toEqual([1, 0]);
      expect(await status()).toEqual([1, 1]);
    });

    it(
      "a dry run that read before a push has written doesn't affect later counts",
      async () => {
        await collide();
        let answers = 0;
        const endCount = scene.standIn.onAnswer(async () => void answers++);
        await dryRun({ onConflict: "overwrite" });
        endCount();
        const endPush = scene.standIn.onAnswer(async () => {
          if (--answers === 0) await push(scene, place.plan, { onConflict: "overwrite" });
        });
        expect(await dryRun()).toEqual([1, 1]);
        endPush();
        await patch("SPEC-2", { content: "It finds all." });
        expect(await status()).toEqual([1, 0]);
      },
      longMs,
    );

    // Only Linear archives single issues.
    if (tracker === "linear")
      it("changes of read-only issues wait, too", async () => {
        people().archive?.(two);
        await patch("SPEC-2", { content: "It finds all." });
        const { message } = expectOk(await scene.world.alice.post(`${place.plan}/push`, { dryRun: true }))
          .body.push;
        expect(message).toBe("1 change waits: its item can't be written to in the tracker.");
        expect(await both()).toEqual([1, 1]);
      });
  },
);
