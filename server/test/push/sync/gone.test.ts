import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pollTrackers } from "../../../src/modules/sync/poll.ts";
import { patient } from "../patient.ts";
import { eachTracker, keyOf, push, pushAndWait, type SmallPlace, smallPlace } from "../pushing.ts";
import { expectOk, openScene, type Scene } from "../scene.ts";

const longMs = 60_000;

describe.each(eachTracker)(
  "on $database, when users change issues in $tracker",
  ({ create, start, tracker }) => {
    let scene: Scene;
    let place: SmallPlace;
    let [one, two] = ["", ""];
    beforeAll(async () => {
      scene = await openScene(create, start, { env: { ...patient, GROUNDPLAN_TRACKER_POLL_SECONDS: "0" } });
    }, longMs);
    beforeEach(async () => {
      place = await smallPlace(scene, [
        { title: "Albums", content: "They open." },
        { title: "Search", content: "It finds.", needsFirst: ["Albums"] },
      ]);
      expect(await push(scene, place.plan)).toMatchObject({ status: "pushed", caveats: [] });
      [one, two] = [await keyOf(scene, place.spec("SPEC-1")), await keyOf(scene, place.spec("SPEC-2"))];
      people().forget();
    }, longMs);
    afterEach(() => expect(scene.standIn.violations).toEqual([]));
    afterAll(() => scene.close());

    const people = () => scene.standIn.people;
    const patch = async (handle: string, change: object) =>
      expectOk(await scene.world.alice.patch(place.spec(handle), change));
    const had = () => scene.standIn.had(place.mark);

    it(
      "a deleted issue is not recreated, and is reported; the rest goes on",
      async () => {
        await people().remove(two);
        await patch("SPEC-1", { content: "They open fast." });
        await patch("SPEC-2", { content: "It finds all." });
        const before = Object.keys(await had());
        const { status, pushedItemCount, caveats } = await push(scene, place.plan);
        expect({ status, pushedItemCount }).toEqual({ status: "pushed", pushedItemCount: 1 });
        expect(caveats).toEqual([expect.stringContaining(`SPEC-2: ${two} is gone`)]);
        expect(Object.keys(await had())).toEqual(before);
        expect((await people().shown(one)).text).toBe("They open fast.");
        const again = await pushAndWait(scene, place.plan);
        expect([again.status, again.body.push.status, again.body.push.caveats]).toEqual([
          ...[200, "unchanged", [expect.stringContaining('`onGone: "recreate"`')]],
        ]);
      },
      longMs,
    );

    it(
      "a finished issue stays so; its text is written with a caveat, and its status is taken over all the same",
      async () => {
        await people().finish(two);
        await patch("SPEC-2", { content: "It finds all." });
        const { status, caveats } = await push(scene, place.plan);
        expect([status, caveats]).toEqual([
          "pushed",
          [expect.stringContaining(`${two} is closed in the tracker`)],
        ]);
        expect(await people().shown(two)).toMatchObject({ text: "It finds all.", isDone: true });
        await pollTrackers(scene.world.context, null, new AbortController());
        const { spec } = (await scene.world.alice.get(place.spec("SPEC-2"))).body;
        expect(spec.status).toBe("DONE");
      },
      longMs,
    );

    it(
      "an issue that was moved is followed, and its new key and address are shown here",
      async () => {
        const key = await people().move(two);
        expect(key).not.toBe(two);
        await patch("SPEC-2", { content: "It finds all." });
        expect(await push(scene, place.plan)).toMatchObject({ status: "pushed", pushedItemCount: 1 });
        expect((await people().shown(key)).text).toBe("It finds all.");
        const [external] = (await scene.world.alice.get(place.spec("SPEC-2"))).body.spec.external;
        expect(external).toMatchObject({ key, url: expect.stringContaining(key.split("#").at(-1) ?? "") });
        await patch("SPEC-2", { content: "It finds more." });
        expect(await push(scene, place.plan)).toMatchObject({ status: "pushed", caveats: [] });
      },
      longMs,
    );

    it(
      "a dependency that users removed is not created again",
      async () => {
        expect((await had()).Search?.needs).toEqual(["Albums"]);
        await people().unlink(two, one);
        people().forget();
        expect((await push(scene, place.plan)).status).toBe("unchanged");
        await patch("SPEC-2", { content: "It finds all." });
        await push(scene, place.plan);
        expect((await had()).Search?.needs).toEqual([]);
        await patch("SPEC-2", { needsFirst: [] });
        expect(await push(scene, place.plan)).toMatchObject({ caveats: [], items: [{ state: "sent" }] });
      },
      longMs,
    );

    it(
      "labels that users set stay",
      async () => {
        const label = tracker === "linear" ? "Bug" : "urgent";
        await people().edit(two, { label });
        const { labels } = await people().shown(two);
        expect(labels).toContain(label);
        await patch("SPEC-2", { content: "It finds all.", effort: 4 });
        await push(scene, place.plan);
        const now = (await people().shown(two)).labels;
        expect(now).toEqual(expect.arrayContaining(labels));
      },
      longMs,
    );

    // Only Linear archives single issues.
    if (tracker === "linear")
      it(
        "an archived issue is left, with the reason",
        async () => {
          people().archive?.(two);
          await patch("SPEC-2", { content: "It finds all." });
          const answer = await pushAndWait(scene, place.plan);
          expect([answer.status, answer.body.error.message]).toEqual([
            502,
            expect.stringContaining(`${two} is archived in Linear.`),
          ]);
          expect(people().writes()).toEqual([]);
        },
        longMs,
      );

    describe.each(["hidden", "archived"] as const)("a target that is %s", (state) => {
      afterEach(() => people().target(place.target, "open"));

      it(
        "during a push ends it as partial, with the reason; the next one goes on",
        async () => {
          const next = await smallPlace(scene, [{ title: "Albums" }, { title: "Search" }]);
          people().beforeWrite(1, () => people().target(next.target, state));
          const { status, caveats, pushedItemCount } = await push(scene, next.plan);
          expect([status, pushedItemCount]).toEqual(["partial", 1]);
          expect(caveats[0]).toMatch(/right|shows no|archived|no longer shows|may not|lacks/);
          await people().target(next.target, "open");
          expect(await push(scene, next.plan)).toMatchObject({ status: "pushed", pushedItemCount: 2 });
          expect(Object.keys(await scene.standIn.had(next.mark)).toSorted()).toEqual([
            "Albums",
            "Launch",
            "Search",
          ]);
        },
        longMs,
      );

      it(
        "before the first write is an error, and nothing is written",
        async () => {
          await people().target(place.target, state);
          await patch("SPEC-2", { content: "It finds all." });
          const answer = await pushAndWait(scene, place.plan);
          expect([answer.status, answer.body.error.code]).toEqual([502, "upstream_error"]);
          await people().target(place.target, "open");
          expect((await people().shown(two)).text).toBe("It finds.");
        },
        longMs,
      );
    });
  },
);
