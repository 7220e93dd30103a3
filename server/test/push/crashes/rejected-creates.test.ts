import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eachTracker, push, smallPlace } from "../pushing.ts";
import { expectOk, freshPlace, ledgerOf, openScene, type Scene, work, workOn } from "../scene.ts";

describe.each(eachTracker)(
  "on $database a create that $tracker never answers",
  ({ create, start, tracker }) => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await openScene(create, start, { env: { GROUNDPLAN_PUSH_SETTLE_MS: "100" } });
    });
    afterAll(() => scene.close());

    it("fails none of the others, in this push or a later one, and is tried again by each", async () => {
      const { world, standIn } = scene;
      const place = await smallPlace(scene, [{ title: "Albums" }, { title: "Poison" }, { title: "Search" }]);
      const had = async () => Object.keys(await standIn.had(place.mark)).toSorted();
      let asked = 0;
      const end = standIn.onAsk(async ({ body }) => {
        if (!JSON.stringify(body ?? "").includes(`Poison${place.mark}`)) return undefined;
        asked++;
        return { before: "cut" };
      });
      const first = await push(scene, place.plan);
      expect(first).toMatchObject({ status: "partial", pushedItemCount: 3 });
      expect(first.caveats).toEqual([
        expect.stringMatching(/^PLAN-\d+ \/ SPEC-2: .*never answered.*Push again to go on\.$/),
      ]);
      expect(await had()).toEqual(["Albums", "Launch", "Search"]);

      const before = asked;
      expectOk(await world.alice.post(`${place.plan}/specs`, { title: `Tags${place.mark}` }));
      expect(await push(scene, place.plan)).toMatchObject({ status: "partial", pushedItemCount: 1 });
      expect(await had()).toEqual(["Albums", "Launch", "Search", "Tags"]);
      expect(asked).toBeGreaterThan(before + 1);

      end();
      expect(await push(scene, place.plan)).toMatchObject({
        status: "pushed",
        pushedItemCount: 1,
        caveats: [],
      });
      expect(await had()).toEqual(["Albums", "Launch", "Poison", "Search", "Tags"]);
      expect(await ledgerOf(scene, place)).toBe("knows each once");
    });

    // The count is tracker-independent.
    if (tracker === "linear")
      it("ends the push when the tracker leaves too many unanswered", async () => {
        const { standIn } = scene;
        const titles = Array.from({ length: 12 }, (_, n) => ({ title: `Poison ${n}` }));
        const place = await smallPlace(scene, titles);
        const end = standIn.onAsk(async ({ body }) =>
          JSON.stringify(body ?? "").includes("Poison") ? { before: "cut" } : undefined,
        );
        const ended = await push(scene, place.plan);
        expect(ended).toMatchObject({ status: "partial", pushedItemCount: 1 });
        expect(ended.caveats[0]).toBe("The tracker does not take new issues. Push again to go on.");
        end();
        expect(await push(scene, place.plan)).toMatchObject({ status: "pushed", pushedItemCount: 12 });
        expect(await ledgerOf(scene, place)).toBe("knows each once");
      });

    it("stays in the ledger when its spec is deleted meanwhile, and users are asked to look for it", async () => {
      const { world, standIn } = scene;
      // The creating call is the same in each push of such a place.
      let call = 0;
      const end = standIn.onAnswer(async ({ body }) => {
        if (call === 0 && JSON.stringify(body ?? "").includes("Albums")) call = scene.mortal.calls() - 1;
      });
      await push(scene, (await smallPlace(scene, [{ title: "Albums" }])).plan);
      end();
      const place = await smallPlace(scene, [{ title: "Albums" }]);
      const asked = await world.alice.post(`${place.plan}/push`, {}, { prefer: "respond-async" });
      expect(await work(scene, { call, when: "after" })).toBe("died");
      expect(Object.keys(await standIn.had(place.mark))).toContain("Albums");
      expectOk(await world.alice.delete(place.spec("SPEC-1")));
      await workOn(scene);
      const { pushes } = (await world.alice.get(`${place.plan}/pushes`)).body;
      expect(pushes[0].caveats).toEqual([
        expect.stringMatching(/SPEC-1 was deleted here while .* close it there/),
      ]);
      const row = await world.context.db
        .selectFrom("push_items")
        .select(["state", "external_id", "client_id"])
        .where("push_id", "=", expectOk(asked).body.push.pushId)
        .where("kind", "=", "spec")
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ state: "sending", external_id: null, client_id: expect.any(String) });
    });

    it("ends, as every step does, with one event", async () => {
      const place = await freshPlace(scene, scene.taken++);
      const { pushId, items } = await push(scene, place.main);
      const events = await scene.world.context.db
        .selectFrom("events")
        .select("data")
        .where("subject_id", "=", pushId)
        .where("type", "=", "push.step")
        .execute();
      const told = events.map(({ data }) => JSON.parse(data ?? ""));
      const kinds = (of: { kind: string; state: string }[]) =>
        of.map(({ kind, state }) => `${kind} ${state}`).toSorted();
      expect(kinds(told)).toEqual(kinds(items));
      expect(kinds(items)).toContain("child sent");
    });
  },
);
