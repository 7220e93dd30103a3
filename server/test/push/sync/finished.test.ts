import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../../world.ts";
import { patient } from "../patient.ts";
import { eachTracker, keyOf, push, smallPlace, statusOf } from "../pushing.ts";
import { expectOk, freshPlace, ledgerOf, openScene, type Scene, whole, workOn } from "../scene.ts";

describe.each(eachTracker)(
  "on $database, a push to $tracker",
  ({ create, start, tracker }) => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await openScene(create, start, { env: patient });
    });
    afterEach(() => expect(scene.standIn.violations).toEqual([]));
    afterAll(() => scene.close());

    const nested = tracker === "github";
    const people = () => scene.standIn.people;
    const set = async (spec: string, body: object) => expectOk(await scene.world.alice.patch(spec, body));
    const dryRun = async (plan: string, body = {}) =>
      expectOk(await scene.world.alice.post(`${plan}/push`, { dryRun: true, ...body })).body.push;
    const planOf = async (plan: string) => expectOk(await scene.world.alice.get(plan)).body.plan;
    const leftOut = (count: number) =>
      count === 1
        ? "1 spec that is done or cancelled and was never pushed is left out. Push with `includeDone: true` to take it."
        : `${count} specs that are done or cancelled and were never pushed are left out. Push with \`includeDone: true\` to take them.`;
    const nothing = "There is nothing to push: the plan has no specs, or all of them are left out.";

    it("leaves out finished specs that were never pushed with a caveat that counts them over the tree, until they are reopened or asked for", async () => {
      const place = await freshPlace(scene, scene.taken++);
      const { main, sub, mark } = place;
      const had = () => scene.standIn.had(mark);
      await set(`${main}/specs/SPEC-1`, { status: "DONE" });
      await set(`${main}/specs/SPEC-5`, { status: "CANCELLED" });
      await set(`${sub}/specs/SPEC-1`, { status: "DONE" });
      const { Albums: _, Login: __, Cart: ___, ...others } = whole(nested);
      const told = await dryRun(main);
      expect(told).toMatchObject({ pushedItemCount: 9, caveats: [leftOut(3)] });
      expect(JSON.stringify(told.preview)).not.toMatch(
        /"spec","planShortId":"PLAN-\d+","specShortId":"SPEC-5"/,
      );

      people().forget();
      const first = await push(scene, main);
      expect(first).toMatchObject({ status: "pushed", pushedItemCount: 9, caveats: [leftOut(3)] });
      expect(await had()).toEqual({
        ...others,
        // Its parent doesn't exist there, so it lies under the plan.
        Photos: { parent: "Launch", needs: [] },
        Search: { parent: "Launch", needs: [] },
        Tags: { parent: "Launch", needs: ["Search"] },
        Profile: { parent: "Launch", needs: [] },
        Export: { parent: "Launch", needs: ["Photos"] },
        Pay: { parent: "Shop", needs: [] },
      });
      const settled = { total: 9, pushedCount: 9, changedCount: 0, neverPushed: false };
      expect(await statusOf(scene, main)).toMatchObject(settled);

      people().forget();
      const again = await push(scene, main);
      expect(again).toMatchObject({ status: "unchanged", caveats: [leftOut(3)], items: [] });
      expect(again.message).toMatch(/^Nothing was changed in .*; see the caveats\.$/);
      expect(people().writes()).toEqual([]);

      await set(`${sub}/specs/SPEC-1`, { status: "TODO" });
      expect(await statusOf(scene, main)).toMatchObject({ total: 10, pushedCount: 9 });
      const reopened = await push(scene, main);
      expect(reopened).toMatchObject({ status: "pushed", pushedItemCount: 1, caveats: [leftOut(2)] });
      expect((await had()).Pay).toEqual({ parent: "Shop", needs: ["Cart"] });

      expect(await dryRun(main, { includeDone: true })).toMatchObject({ pushedItemCount: 2, caveats: [] });
      const all = await push(scene, main, { includeDone: true });
      // In Jira, only users can turn a task into a sub-task.
      const stays = tracker === "jira";
      const caveats = stays ? [expect.stringContaining("stays where it is")] : [];
      expect(all).toMatchObject({ status: "pushed", pushedItemCount: 2, caveats });
      const Photos = { parent: stays ? "Launch" : "Albums", needs: [] };
      expect(await had()).toEqual({ ...whole(nested), Photos });
      if (!stays) expect(await ledgerOf(scene, place)).toBe("knows each once");
      expect(await statusOf(scene, main)).toMatchObject({ total: 12, pushedCount: 12, changedCount: 0 });
      expect(await push(scene, main)).toMatchObject({ status: "unchanged", items: [] });
    });

    it("still updates an item pushed before it was finished, and recreates it with `recreate`, but not after a release", async () => {
      const place = await smallPlace(scene, [{ title: "Albums" }, { title: "Search" }]);
      await push(scene, place.plan);
      await set(place.spec("SPEC-1"), { status: "DONE" });
      expect(await statusOf(scene, place.plan)).toMatchObject({ total: 3, pushedCount: 3, changedCount: 1 });
      await set(place.spec("SPEC-1"), { content: "They open." });
      expect(await statusOf(scene, place.plan)).toMatchObject({ changedCount: 1 });
      expect(await push(scene, place.plan)).toMatchObject({ pushedItemCount: 1, caveats: [] });

      await people().remove(await keyOf(scene, place.spec("SPEC-1")));
      const remade = await push(scene, place.plan, { onGone: "recreate" });
      expect(remade).toMatchObject({ status: "pushed", pushedItemCount: 1, caveats: [] });
      await people().remove(await keyOf(scene, place.spec("SPEC-1")));
      const released = await push(scene, place.plan, { onGone: "release" });
      expect(released.caveats).toEqual([
        expect.stringMatching(/new issue, unless the spec is done or cancelled\.$/),
      ]);
      expect(await push(scene, place.plan)).toMatchObject({ status: "unchanged", caveats: [leftOut(1)] });
      expect(Object.keys(await scene.standIn.had(place.mark)).toSorted()).toEqual(["Launch", "Search"]);
      expect(await statusOf(scene, place.plan)).toMatchObject({ total: 2, pushedCount: 2, goneCount: 0 });
    });

    it("is `unchanged` and makes no call if all specs are finished, and leaves out sub-plans that hold nothing else", async () => {
      const place = await freshPlace(scene, scene.taken++);
      const { main, sub, mark } = place;
      for (const n of [1, 2, 3]) await set(`${sub}/specs/SPEC-${n}`, { status: "DONE" });
      people().forget();
      const ofSub = await push(scene, sub);
      expect(ofSub).toMatchObject({ status: "unchanged", items: [], caveats: [nothing, leftOut(3)] });
      expect(people().writes()).toEqual([]);
      expect((await planOf(sub)).status).toBe("DONE");
      expect(await statusOf(scene, sub)).toMatchObject({ total: 1, changedCount: 0, neverPushed: true });

      const whole = await push(scene, main);
      expect(whole).toMatchObject({ status: "pushed", pushedItemCount: 8, containerCount: 1 });
      expect(whole).toMatchObject({ planEdgeCount: 0, caveats: [leftOut(3)] });
      expect(Object.keys(await scene.standIn.had(mark))).not.toContain("Shop");
      expect(await statusOf(scene, main)).toMatchObject({ total: 8, pushedCount: 8, changedCount: 0 });
      expect([(await planOf(main)).status, (await planOf(sub)).status]).toEqual(["PUSHED", "DONE"]);

      await set(`${sub}/specs/SPEC-3`, { status: "TODO" });
      expect(await push(scene, main)).toMatchObject({ pushedItemCount: 2, planEdgeCount: 1 });
      expect((await scene.standIn.had(mark)).Refund).toEqual({ parent: "Shop", needs: [] });
    });

    it("takes a finished spec that is named, and doesn't mention the others", async () => {
      const place = await smallPlace(scene, [{ title: "Albums" }, { title: "Search" }, { title: "Tags" }]);
      for (const handle of ["SPEC-1", "SPEC-2"]) await set(place.spec(handle), { status: "DONE" });
      const named = { specShortIds: ["SPEC-1"] };
      expect(await push(scene, place.plan, named)).toMatchObject({ pushedItemCount: 2, caveats: [] });
      expect(Object.keys(await scene.standIn.had(place.mark)).toSorted()).toEqual(["Albums", "Launch"]);
    });

    it("creates everything planned before a spec was finished, but neither the next push nor a retry creates the rest", async () => {
      const { alice } = scene.world;
      const place = await smallPlace(scene, [{ title: "Albums" }, { title: "Search" }]);
      const finish = async () => {
        await set(place.spec("SPEC-1"), { status: "DONE" });
        await set(place.spec("SPEC-2"), { status: "CANCELLED" });
      };
      people().beforeWrite(0, finish);
      expect(await push(scene, place.plan)).toMatchObject({ pushedItemCount: 3, caveats: [] });

      const other = await smallPlace(scene, [{ title: "Albums" }, { title: "Search" }]);
      const pushes = `${other.plan}/pushes`;
      const idOf = async (asked: Promise<Answer>) => expectOk(await asked).body.push.pushId;
      const cancelled = await idOf(alice.post(`${other.plan}/push`, {}, { prefer: "respond-async" }));
      people().beforeWrite(0, async () => {
        for (const handle of ["SPEC-1", "SPEC-2"]) await set(other.spec(handle), { status: "DONE" });
        expectOk(await alice.post(`${pushes}/${cancelled}/cancel`));
      });
      await workOn(scene);
      const left = expectOk(await alice.get(`${pushes}/${cancelled}`)).body.push;
      expect(left).toMatchObject({ status: "partial", pushedItemCount: 1 });
      expect(await statusOf(scene, other.plan)).toMatchObject({ total: 1, pushedCount: 1, changedCount: 0 });
      const retried = await idOf(alice.post(`${pushes}/${cancelled}/retry`));
      await workOn(scene);
      const { push: again } = expectOk(await alice.get(`${pushes}/${retried}`)).body;
      expect(again).toMatchObject({ status: "unchanged", caveats: [leftOut(2)] });
      expect(Object.keys(await scene.standIn.had(other.mark))).toEqual(["Launch"]);
    });

    it("never lists finished specs below Ready, nor holds them, and waits for none of them in other plans", async () => {
      const place = await smallPlace(scene, [{ title: "Albums" }, { title: "Search" }, { title: "Tags" }]);
      const { alice } = scene.world;
      for (const n of [1, 2, 3]) await set(place.spec(`SPEC-${n}`), { readiness: 2 });
      await set(place.spec("SPEC-1"), { status: "DONE" });
      await set(place.spec("SPEC-2"), { status: "CANCELLED" });
      const other = expectOk(await alice.post(`${place.project}/plans`, { name: `Other${place.mark}` })).body
        .plan;
      const elsewhere = `${place.project}/plans/${other.shortId}`;
      const { spec } = expectOk(
        await alice.post(`${elsewhere}/specs`, { title: "Base", status: "DONE" }),
      ).body;
      const tags = expectOk(await alice.get(place.spec("SPEC-3"))).body.spec;
      expectOk(await alice.post(`${place.plan}/dependencies`, { fromSpecId: tags.id, toSpecId: spec.id }));
      const ended = await push(scene, place.plan, { holdBelowReady: true, includeDone: true });
      expect(ended).toMatchObject({
        status: "pushed",
        pushedItemCount: 3,
        belowReadyOmitted: 0,
        caveats: [],
      });
      expect(ended.belowReady).toMatchObject([{ specShortId: "SPEC-3", held: true }]);
      const without = await push(scene, place.plan);
      expect(without).toMatchObject({ pushedItemCount: 1, caveats: [] });
      expect(without.belowReady).toMatchObject([{ specShortId: "SPEC-3", held: false }]);
    });
  },
  60_000,
);
