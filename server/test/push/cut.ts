import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import type { Death } from "./mortal.ts";
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
const legs = ["a first push", "a push of edits"] as const;
type Leg = (typeof legs)[number];

const counts = {
  "a first push": { pushedItemCount: 12, dependencyCount: 8, planEdgeCount: 1 },
  "a push of edits": { pushedItemCount: 2, dependencyCount: 1, planEdgeCount: 0 },
};

/**
 * Pushes of 12 things whose worker dies at each call over the network in turn, and is followed by another. `every`
 * takes a sample of the calls, where each costs much and others stand for it; `test:long` takes them all.
 */
export function cutEverywhere(tracker: keyof typeof standIns, { every = 1 } = {}): void {
  const stride = process.env.LONG ? 1 : every;
  describe.each(databases)(`on $database a worker that pushes to ${tracker} is killed:`, ({ create }) => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await openScene(create, standIns[tracker]);
    }, longMs);
    afterAll(() => scene.close());

    const nested = tracker === "github";
    const expected = { "a first push": whole(nested), "a push of edits": edited(nested) };

    async function place(leg: Leg): Promise<Place> {
      const fresh = await freshPlace(scene, scene.taken++);
      if (leg === "a push of edits") {
        await startPush(scene, fresh);
        await workOn(scene);
        await editEverything(scene, fresh);
      }
      await startPush(scene, fresh);
      return fresh;
    }

    async function expectWhole(leg: Leg, at: Place, death: Death | null) {
      const where = death ? `killed ${death.when} call ${death.call}` : "left alone";
      const { body } = await scene.world.alice.get(`${at.main}/pushes`);
      const { status, pushedItemCount, dependencyCount, planEdgeCount, caveats } = body.pushes.at(-1);
      const told = { status, pushedItemCount, dependencyCount, planEdgeCount, caveats };
      expect(told, where).toEqual({ status: "pushed", ...counts[leg], caveats: [] });
      expect(await scene.standIn.had(at.mark), where).toEqual(expected[leg]);
      expect(await ledgerOf(scene, at), where).toBe("knows each once");
    }

    it.each(legs.flatMap((leg) => (["before", "after"] as const).map((when) => [leg, when] as const)))(
      "%s arrives whole, each thing once, wherever that was %s a call was carried out",
      async (leg, when) => {
        const alone = await place(leg);
        expect(await work(scene, null)).toBe("ended");
        await expectWhole(leg, alone, null);
        const calls = scene.mortal.calls();
        expect(calls).toBeGreaterThan(5);
        for (let call = when === "before" ? 0 : Math.floor(stride / 2); call < calls; call += stride) {
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
