import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { patient } from "../patient.ts";
import { eachTracker, keyOf, push, pushAndWait, statusOf } from "../pushing.ts";
import {
  expectOk,
  freshPlace,
  ledgerOf,
  openScene,
  type Place,
  type Scene,
  startPush,
  whole,
  workOn,
} from "../scene.ts";

const longMs = 60_000;

describe.each(eachTracker)(
  "on $database, after an issue is gone from $tracker",
  ({ create, start, tracker }) => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await openScene(create, start, { env: patient });
    }, longMs);
    afterEach(() => expect(scene.standIn.violations).toEqual([]));
    afterAll(() => scene.close());

    const nested = tracker === "github";
    const people = () => scene.standIn.people;
    const spec = (place: Place, number: number) => `${place.main}/specs/SPEC-${number}`;
    const had = (place: Place) => scene.standIn.had(place.mark);
    const external = async (path: string) => expectOk(await scene.world.alice.get(path)).body.spec.external;
    const states = ({ items }: { items: { kind: string; state: string; specShortId?: string }[] }) =>
      Object.fromEntries(
        items.flatMap(({ kind, state, specShortId = "plan" }) =>
          kind === "spec" || kind === "plan" ? [[specShortId, state]] : [],
        ),
      );
    async function pushed(): Promise<Place> {
      const place = await freshPlace(scene, scene.taken++);
      await startPush(scene, place);
      await workOn(scene);
      expect(await had(place)).toEqual(whole(nested));
      return place;
    }

    it(
      "each push succeeds and reports the remedy: the item is `gone`, and counts neither as pushed nor as changed",
      async () => {
        const place = await pushed();
        const before = await statusOf(scene, place.main);
        expect(before).toMatchObject({ pushedCount: 12, changedCount: 0, goneCount: 0 });
        const key = await keyOf(scene, spec(place, 5));
        await people().remove(key);
        expectOk(await scene.world.alice.patch(spec(place, 5), { content: "Another way in." }));
        const first = await push(scene, place.main);
        expect(first).toMatchObject({
          status: "unchanged",
          items: [{ specShortId: "SPEC-5", state: "gone" }],
        });
        expect(first.caveats).toEqual([
          expect.stringMatching(
            /^PLAN-\d+ \/ SPEC-5: \S+ is gone: .*`onGone: "recreate"`.*`onGone: "release"`/,
          ),
        ]);
        expect(await statusOf(scene, place.main)).toMatchObject({
          total: 12,
          pushedCount: 11,
          changedCount: 0,
          goneCount: 1,
          neverPushed: false,
        });
        expect(await external(spec(place, 5))).toEqual([]);
        people().forget();
        const { status, body } = await pushAndWait(scene, place.main);
        expect([status, body.push.status, body.push.caveats]).toEqual([200, "unchanged", first.caveats]);
        expectOk(await scene.world.alice.patch(spec(place, 6), { content: "Who I am." }));
        expect(await push(scene, place.main)).toMatchObject({ status: "pushed", pushedItemCount: 1 });
      },
      longMs,
    );

    it(
      "a push with `recreate` creates it again once, with its children and links, and then it is live",
      async () => {
        const place = await pushed();
        await people().remove(await keyOf(scene, spec(place, 1)));
        const told = expectOk(
          await scene.world.alice.post(`${place.main}/push`, { dryRun: true, onGone: "recreate" }),
        ).body.push;
        const remade = told.preview.filter(({ action }: { action: string }) => action === "recreate");
        // Jira deletes a task's sub-tasks with it.
        const lost = tracker === "jira" ? ["SPEC-1", "SPEC-2"] : ["SPEC-1"];
        expect(remade.map(({ specShortId }: { specShortId: string }) => specShortId)).toEqual(lost);
        expect(told.pushedItemCount).toBe(lost.length);
        const ended = await push(scene, place.main, { onGone: "recreate" });
        expect(ended).toMatchObject({ status: "pushed", pushedItemCount: lost.length, caveats: [] });
        expect(ended.message).toContain(lost.length === 1 ? "1 issue created" : "2 issues created");
        expect([told.dependencyCount, told.planEdgeCount]).toEqual([
          ...[ended.dependencyCount, ended.planEdgeCount],
        ]);
        expect(await had(place)).toEqual(whole(nested));
        expect(await ledgerOf(scene, place)).toBe("knows each once");
        expect(await external(spec(place, 1))).toHaveLength(1);
        expect(await statusOf(scene, place.main)).toMatchObject({
          pushedCount: 12,
          changedCount: 0,
          goneCount: 0,
        });
        people().forget();
        expect(await push(scene, place.main)).toMatchObject({ status: "unchanged", caveats: [], items: [] });
        expect(people().writes()).toEqual([]);
      },
      longMs,
    );

    it(
      "if it is a plan's, issues under it stay and are updated, new ones wait and are created with it",
      async () => {
        const place = await pushed();
        const { alice } = scene.world;
        const { externalKey } = await statusOf(scene, place.main);
        await people().remove(externalKey);
        expectOk(await alice.post(`${place.main}/specs`, { title: `Late${place.mark}` }));
        expectOk(await alice.patch(spec(place, 6), { content: "Who I am." }));
        const first = await push(scene, place.main);
        expect(first).toMatchObject({ status: "pushed", pushedItemCount: 1 });
        expect(states(first)).toMatchObject({ "SPEC-6": "sent", "SPEC-8": "skipped" });
        expect(Object.keys(await had(place))).not.toContain("Late");
        const second = await push(scene, place.main);
        expect(second.status).toBe("unchanged");
        expect(states(second)).toMatchObject({ plan: "gone", "SPEC-8": "skipped" });
        expect(await statusOf(scene, place.main)).toMatchObject({
          pushedCount: 11,
          changedCount: 0,
          goneCount: 1,
          externalKey: null,
          externalUrl: null,
        });
        expect(await push(scene, place.main, { onGone: "recreate" })).toMatchObject({
          status: "pushed",
          pushedItemCount: 2,
          caveats: [],
        });
        const late = { parent: "Launch", needs: [] };
        expect(await had(place)).toEqual({ ...whole(nested), Late: late });
        expect(await ledgerOf(scene, place)).toBe("knows each once");
      },
      longMs,
    );

    it(
      "a push with `release` lets go of it: the spec has no issue any more, and a later push creates a new one",
      async () => {
        const place = await pushed();
        await people().remove(await keyOf(scene, spec(place, 5)));
        const body = { onGone: "release" };
        const told = expectOk(await scene.world.alice.post(`${place.main}/push`, { dryRun: true, ...body }));
        expect(told.body.push.preview).toEqual([
          expect.objectContaining({ specShortId: "SPEC-5", action: "release" }),
        ]);
        expect(told.body.push.message).toBe("A push would do this: 1 issue released.");
        people().forget();
        const ended = await push(scene, place.main, body);
        expect(ended.status).toBe("unchanged");
        expect(states(ended)).toMatchObject({ "SPEC-5": "released" });
        expect(ended.caveats).toEqual([
          expect.stringMatching(/SPEC-5 was unlinked from \S+, .*creates a new issue/),
        ]);
        expect(people().writes()).toEqual([]);
        expect(await external(spec(place, 5))).toEqual([]);
        expect(await statusOf(scene, place.main)).toMatchObject({ pushedCount: 11, goneCount: 0 });
        expect(await push(scene, place.main)).toMatchObject({ status: "pushed", pushedItemCount: 1 });
        expect(await had(place)).toEqual(whole(nested));
        expect(await ledgerOf(scene, place)).toBe("knows each once");
      },
      longMs,
    );

    it(
      "one that is only hidden is gone as long as it is hidden, and then live again",
      async () => {
        const place = await pushed();
        const key = await keyOf(scene, spec(place, 6));
        await people().hide(key);
        expectOk(await scene.world.alice.patch(spec(place, 6), { content: "Who I am." }));
        expect(states(await push(scene, place.main))).toEqual({ "SPEC-6": "gone" });
        expect(await external(spec(place, 6))).toEqual([]);
        await people().show(key);
        const ended = await push(scene, place.main, { onGone: "recreate" });
        expect(ended).toMatchObject({ status: "pushed", pushedItemCount: 1 });
        expect(ended.message).toContain("1 issue updated");
        expect(await external(spec(place, 6))).toHaveLength(1);
        expect(await statusOf(scene, place.main)).toMatchObject({ pushedCount: 12, goneCount: 0 });
      },
      longMs,
    );

    it(
      "a link to it waits, and is no failure",
      async () => {
        const place = await pushed();
        await people().remove(await keyOf(scene, spec(place, 5)));
        expectOk(await scene.world.alice.patch(spec(place, 3), { needsFirst: ["SPEC-1", "SPEC-5"] }));
        // Linear links to trashed items, so the deletion must be noticed first.
        if (tracker === "linear")
          expectOk(await scene.world.alice.patch(spec(place, 5), { content: "Another way in." }));
        const first = await push(scene, place.main);
        expect(first.status).toBe("unchanged");
        const links = first.items.filter(({ kind }: { kind: string }) => kind === "dependency");
        expect(links).toEqual([expect.objectContaining({ state: "skipped" })]);
        expect(await statusOf(scene, place.main)).toMatchObject({ changedCount: 0, goneCount: 1 });
        await push(scene, place.main, { onGone: "recreate" });
        const expected = whole(nested);
        expected.Search.needs.push("Login");
        expect(await had(place)).toEqual(expected);
        expect(await ledgerOf(scene, place)).toBe("knows each once");
      },
      longMs,
    );

    // Only Linear has a bin.
    if (tracker === "linear")
      it(
        "one that comes back out of the bin is live again, even if its plan was in there",
        async () => {
          const place = await pushed();
          const plan = (await statusOf(scene, place.main)).externalKey;
          const key = await keyOf(scene, spec(place, 1));
          for (const one of [plan, key]) await people().remove(one);
          expectOk(await scene.world.alice.patch(place.main, { description: "For us." }));
          expectOk(await scene.world.alice.patch(spec(place, 1), { content: "They open fast." }));
          expect(states(await push(scene, place.main))).toEqual({ plan: "gone", "SPEC-1": "gone" });
          for (const one of [plan, key]) people().restore?.(one);
          const ended = await push(scene, place.main);
          expect(ended).toMatchObject({ status: "pushed", pushedItemCount: 2, caveats: [] });
          expect(await had(place)).toEqual(whole(nested));
        },
        longMs,
      );
  },
);
