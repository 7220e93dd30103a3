import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import type { Death } from "./mortal.ts";
import { freshPlace, ledgerOf, openScene, type Scene, startPush, whole, work, workOn } from "./scene.ts";
import { standIns } from "./stand-in.ts";

const longMs = 10 * 60_000;

/** A push of 12 things whose worker dies at each call over the network in turn, and is followed by another. */
export function cutEverywhere(tracker: keyof typeof standIns): void {
  describe.each(databases)(`on $database a push to ${tracker} whose worker is killed`, ({ create }) => {
    let scene: Scene;
    let calls = 0;
    beforeAll(async () => {
      scene = await openScene(create, standIns[tracker]);
      const place = await freshPlace(scene, scene.taken++);
      await startPush(scene, place);
      expect(await work(scene, null)).toBe("ended");
      calls = scene.mortal.calls();
      await expectWhole(place);
    }, longMs);
    afterAll(() => scene.close());

    async function expectWhole(place: Awaited<ReturnType<typeof freshPlace>>, death?: Death) {
      const at = death ? `killed ${death.when} call ${death.call} of ${calls}` : "left alone";
      const { body } = await scene.world.alice.get(`${place.main}/pushes`);
      const [{ status, pushedItemCount, dependencyCount, planEdgeCount, caveats }] = body.pushes;
      const told = { status, pushedItemCount, dependencyCount, planEdgeCount, caveats };
      const all = { pushedItemCount: 12, dependencyCount: 8, planEdgeCount: 1, caveats: [] };
      expect(told, at).toEqual({ status: "pushed", ...all });
      expect(await scene.standIn.had(place.mark), at).toEqual(whole(tracker === "github"));
      expect(await ledgerOf(scene, place), at).toBe("knows each once");
    }

    it.each(["before", "after"] as const)(
      "has each thing once, wherever the worker was killed, $0 the call was carried out",
      async (when) => {
        expect(calls).toBeGreaterThan(5);
        for (let call = 0; call < calls; call++) {
          const place = await freshPlace(scene, scene.taken++);
          await startPush(scene, place);
          expect(await work(scene, { call, when })).toBe("died");
          await workOn(scene);
          await expectWhole(place, { call, when });
        }
        expect(scene.standIn.violations).toEqual([]);
      },
      longMs,
    );
  });
}
