import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../databases.ts";
import { half } from "../../half.ts";
import { keyOf, statusOf } from "../pushing.ts";
import {
  editEverything,
  edited,
  expectOk,
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
import { standIns } from "../stand-in.ts";
import type { Crash } from "./crashing-tracker.ts";

const longMs = 30 * 60_000;

const legs = ["a first push", "a push of edits", "a push that makes again"] as const;
type Leg = (typeof legs)[number];

const counts = {
  "a first push": { pushedItemCount: 12, dependencyCount: 8, planEdgeCount: 1 },
  "a push of edits": { pushedItemCount: 2, dependencyCount: 1, planEdgeCount: 0 },
  "a push that makes again": { pushedItemCount: 2, dependencyCount: 2, planEdgeCount: 1 },
};
/** The crashes per leg and database outside `test:long`. The last leg repeats the calls of the first. */
const sampled = { "a first push": 3, "a push of edits": 2, "a push that makes again": 1 };

/** Returns all crash points of a push, or an evenly spread sample that varies by `turn`. */
function deaths(leg: Leg, calls: number, turn: number): Crash[] {
  const all = Array.from({ length: calls }, (_, call) => call);
  if (process.env.LONG) return all.flatMap((call) => whens.map((when) => ({ call, when })));
  return Array.from({ length: sampled[leg] }, (_, n) => ({
    call: Math.floor(((n + (turn + 0.5) / databases.length) * calls) / sampled[leg]),
    when: whens[(n + turn) % whens.length] ?? "before",
  }));
}
const whens = ["before", "after"] as const;
/** Jira deletes a task's sub-tasks with it, so both are recreated. */
const countsInJira = { pushedItemCount: 3, dependencyCount: 3, planEdgeCount: 1 };

/**
 * Pushes 12 items while the worker crashes at a network call and another takes over: at every call in
 * `test:long`, otherwise at a few.
 */
export function crashAtEachCall(tracker: keyof typeof standIns): void {
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
      const { alice, bob } = scene.world;
      const set = (changes: object) => alice.patch(`${fresh.main}/specs/SPEC-1`, changes).then(expectOk);
      const label = await alice.post("/v1/labels", { name: `Area${fresh.mark}`, color: "#1f6feb" });
      const labelIds = [expectOk(label).body.label.id];
      await set({ assigneeUserId: alice.userId, labelIds, priority: 2, dueDate: "2027-02-03" });
      if (leg !== "a first push") {
        await startPush(scene, fresh);
        await workOn(scene);
      }
      if (leg === "a push of edits") {
        await editEverything(scene, fresh);
        await set({ assigneeUserId: bob.userId, priority: 1, dueDate: "2027-02-04" });
      }
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
      const key = await keyOf(scene, `${at.main}/specs/SPEC-1`);
      const { assignee, labels, priority, dueDate } = await scene.standIn.people.shown(key);
      const area = `Area${tracker === "jira" ? at.mark.replace(" ", "-") : at.mark}`;
      const isEdited = leg === "a push of edits";
      const rest = isEdited ? ["1", "2027-02-04"] : ["2", "2027-02-03"];
      const expectedRest = tracker === "github" ? ["", ""] : rest;
      expect([assignee, labels.includes(area), priority, dueDate], where).toEqual([
        isEdited ? "bob" : "alice",
        true,
        ...expectedRest,
      ]);
    }

    // Each leg of a tracker runs on one database, each leg on both.
    it.each(half(legs, create, Object.keys(standIns).indexOf(tracker)))(
      "%s arrives whole, each thing once, whichever call it was killed before or after",
      async (leg) => {
        const alone = await place(leg);
        expect(await work(scene, null)).toBe("ended");
        await expectWhole(leg, alone, null);
        const calls = scene.mortal.calls();
        expect(calls).toBeGreaterThan(5);
        const turn = databases.findIndex((one) => one.create === create);
        for (const death of deaths(leg, calls, turn)) {
          const one = await place(leg);
          expect(await work(scene, death)).toBe("died");
          await workOn(scene);
          await expectWhole(leg, one, death);
        }
        expect(scene.standIn.violations).toEqual([]);
      },
      longMs,
    );
  });
}
