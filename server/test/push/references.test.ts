import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { patient } from "./patient.ts";
import { eachTracker, keyOf, push, type SmallPlace, smallPlace, statusOf } from "./pushing.ts";
import { expectOk, openScene, type Scene } from "./scene.ts";

const longMs = 60_000;
const joiner = "\u2060";

/** The forms that name an issue in each tracker, and what they become. */
const forms = {
  github: {
    live: "See #12, acme/web#7 and _GH-3_ at github.com/a/b/issues/9. It fixes #34.",
    neutral: `See #${joiner}12, acme/web#${joiner}7 and _GH-${joiner}3_ at github.com/a/b/issues/%39. It fixes #${joiner}34.`,
  },
  linear: {
    live: "See _ENG-12_. It fixes OPS-34.",
    neutral: `See _ENG-${joiner}12_. It fixes OPS-${joiner}34.`,
  },
  jira: { live: "See PROJ-12. It fixes OPS-34.", neutral: `See PROJ-${joiner}12. It fixes OPS-${joiner}34.` },
};

describe.each(eachTracker)(
  "on $database references to issues in a plan that is pushed to $tracker",
  ({ create, start, tracker }) => {
    let scene: Scene;
    let place: SmallPlace;
    const { live, neutral } = forms[tracker as keyof typeof forms];
    beforeAll(async () => {
      scene = await openScene(create, start, { env: patient });
      const plain = { title: "Search", content: "It finds." };
      place = await smallPlace(scene, [{ title: "Albums", content: live }, plain], { description: live });
      expect(await push(scene, place.plan)).toMatchObject({ status: "pushed", caveats: [] });
    }, longMs);
    afterEach(() => expect(scene.standIn.violations).toEqual([]));
    afterAll(() => scene.close());

    const people = () => scene.standIn.people;
    const tracking = async () =>
      expectOk(await scene.world.alice.get(`${place.project}/tracker`)).body.tracker;
    const setReferences = async (references?: string) => {
      const { references: _, ...now } = await tracking();
      const body = { ...now, ...(references === undefined ? {} : { references }) };
      return expectOk(await scene.world.alice.put(`${place.project}/tracker`, body)).body.tracker.references;
    };
    const texts = async () => {
      const spec = await keyOf(scene, place.spec("SPEC-1"));
      const plan = (await statusOf(scene, place.plan)).externalKey;
      return [(await people().shown(spec)).text, (await people().shown(plan)).text];
    };

    it("name nothing there, and the pushed text compares as equal: no conflict, no change", async () => {
      expect((await tracking()).references).toBe("neutral");
      expect(await texts()).toEqual([neutral, neutral]);
      expect(await statusOf(scene, place.plan)).toMatchObject({ changedCount: 0 });
      expectOk(await scene.world.alice.patch(place.spec("SPEC-1"), { effort: 3 }));
      const { preview } = expectOk(await scene.world.alice.post(`${place.plan}/push`, { dryRun: true })).body
        .push;
      expect(preview[0].changes.map(({ field }: { field: string }) => field)).toEqual(["effort"]);
      expect(await push(scene, place.plan)).toMatchObject({ status: "pushed", caveats: [] });
      expect(await texts()).toEqual([neutral, neutral]);
    });

    it("are kept if the project says so; texts are pushed again, but those without references are not written", async () => {
      expect(await setReferences("live")).toBe("live");
      expect((await statusOf(scene, place.plan)).changedCount).toBe(3);
      people().forget();
      expect(await push(scene, place.plan)).toMatchObject({
        status: "pushed",
        pushedItemCount: 2,
        caveats: [],
      });
      expect(await texts()).toEqual([live, live]);
      expect(await statusOf(scene, place.plan)).toMatchObject({ changedCount: 0 });
      expect(await setReferences()).toBe("live");
      expect(await setReferences("neutral")).toBe("neutral");
      expect(await push(scene, place.plan)).toMatchObject({
        status: "pushed",
        pushedItemCount: 2,
        caveats: [],
      });
      expect(await texts()).toEqual([neutral, neutral]);
    });

    it("can't be set to any other word", async () => {
      const { references: _, ...now } = await tracking();
      const answer = await scene.world.alice.put(`${place.project}/tracker`, { ...now, references: "dead" });
      expect(answer.status).toBe(400);
    });
  },
);
