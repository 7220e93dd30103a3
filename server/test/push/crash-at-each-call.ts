import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import type { Crash } from "./crashing-tracker.ts";
import { keyOf, statusOf } from "./pushing.ts";
import {
  editEverything,
  edited,
  freshPlace,
  ledgerOf,
  openScene,
  type Place,
  type Scene,
  startPush,
  whole,
  work,
  workOn,
} from "./scene.ts";
import { standIns } from "./stand-in.ts";

const longMs = 30 * 60_000;

/** A push of everything for the first time, or of edits of every kind. */
const legs = ["a first push", "a push of edits", "a push that makes again"] as const;
type Leg = (typeof legs)[number];

const counts = {
  "a first push": { pushedItemCount: 12, dependencyCount: 8, planEdgeCount: 1 },
  "a push of edits": { pushedItemCount: 2, dependencyCount: 1, planEdgeCount: 0 },
  "a push that makes again": { pushedItemCount: 2, dependencyCount: 2, planEdgeCount: 1 },
};
/** Outside `test:long`, the last leg takes a sample of the calls for every tracker: it makes the calls of the first again. */
const strides = { "a first push": 1, "a push of edits": 1, "a push that makes again": 7 };
/** Jira deletes a task with its sub-tasks, and makes both again. */
const countsInJira = { pushedItemCount: 3, dependencyCount: 3, planEdgeCount: 1 };

/**
 * Pushes of 12 things whose worker dies at each call over the network in turn, and is followed by another. `every`
 * takes a sample of the calls, where each costs much and others stand for it; `test:long` takes them all.
 */
export function crashAtEachCall(tracker: keyof typeof standIns, { every = 1 } = {}): void {
  const strideOf = (leg: Leg) => (process.env.LONG ? 1 : Math.max(every, strides[leg]));
  describe.each(databases)(`on $database a worker that pushes to ${tracker} is killed:`, ({ create }) => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await openScene(create, standIns[tracker]);
    }, longMs);
    afterAll(() => scene.close());

    const nested = tracker === "github";
    const expected = {
      "a first push": whole(nested),
      "a push of edits": edited(nested),
      "a push that makes again": whole(nested),
    };
    const expectedCounts = (leg: Leg) =>
      tracker === "jira" && leg === "a push that makes again" ? countsInJira : counts[leg];

    async function place(leg: Leg): Promise<Place> {
      const fresh = await freshPlace(scene, scene.taken++);
      if (leg !== "a first push") {
        await startPush(scene, fresh);
        await workOn(scene);
      }
      if (leg === "a push of edits") await editEverything(scene, fresh);
      if (leg === "a push that makes again") {
        const albums = await keyOf(scene, `${fresh.main}/specs/SPEC-1`);
        const { externalKey } = await statusOf(scene, fresh.main);
        for (const key of [externalKey, albums]) await scene.standIn.people.remove(key);
      }
      await startPush(scene, fresh, leg === "a push that makes again" ? { onGone: "recreate" } : {});
      return fresh;
    }

    async function expectWhole(leg: Leg, at: Place, death: Crash | null) {
      const where = death ? `killed ${death.when} call ${death.call}` : "left alone";
      const { body } = await scene.world.alice.get(`${at.main}/pushes`);
      const { status, pushedItemCount, dependencyCount, planEdgeCount, caveats } = body.pushes.at(-1);
      const told = { status, pushedItemCount, dependencyCount, planEdgeCount, caveats };
      expect(told, where).toEqual({ status: "pushed", ...expectedCounts(leg), caveats: [] });
      expect(await scene.standIn.had(at.mark), where).toEqual(expected[leg]);
      expect(await ledgerOf(scene, at), where).toBe("knows each once");
    }

    it.each(legs.flatMap((leg) => (["before", "after"] as const).map((when) => [leg, when] as const)))(
      "%s arrives whole, each thing once, whichever call it was killed %s",
      async (leg, when) => {
        const alone = await place(leg);
        expect(await work(scene, null)).toBe("ended");
        await expectWhole(leg, alone, null);
        const calls = scene.mortal.calls();
        expect(calls).toBeGreaterThan(5);
        const step = strideOf(leg);
        for (let call = when === "before" ? 0 : Math.floor(step / 2); call < calls; call += step) {
          const one = await place(leg);
          expect(await work(scene, { call, when })).toBe("died");
          await workOn(scene);
          await expectWhole(leg, one, { call, when });
        }
        expect(scene.standIn.violations).toEqual([]);
      },
      longMs,
    );
  });
}
