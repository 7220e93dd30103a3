import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { patient } from "./patient.ts";
import { eachTracker, keyOf, push, type SmallPlace, smallPlace, statusOf } from "./pushing.ts";
import { expectOk, openScene, type Scene } from "./scene.ts";

const longMs = 60_000;

/** Each tracker's reference forms and lookalikes, with the neutralized text. */
const forms = {
  github: {
    live: "See #12, acme/web#7 and _GH-3_ at github.com/a/b/issues/9. It fixes #34 in UTF-8.",
    neutral: "See `#12`, `acme/web#7` and _`GH-3`_ at github.com/a/b/issues/%39. It fixes `#34` in UTF-8.",
    named: "#12, acme/web#7, GH-3, github.com/a/b/issues/9, #34",
    address: "https://github.com/a/b/issues/9",
  },
  linear: {
    live: "See _ENG-12_. It fixes OPS-34 by SHA-256 in UTF-8.",
    neutral: "See _`ENG-12`_. It fixes `OPS-34` by SHA-256 in UTF-8.",
    named: "ENG-12, OPS-34",
    address: "https://linear.app/acme/issue/ENG-12/albums",
  },
  // Code is marked in Jira's text only by formatting.
  jira: {
    live: "See PROJ-12. It fixes MOVE-34 by SHA-256 in UTF-8.",
    neutral: "See PROJ-12. It fixes MOVE-34 by SHA-256 in UTF-8.",
    named: "PROJ-12, MOVE-34",
    address: "https://acme.atlassian.net/browse/PROJ-12",
  },
};

describe.each(eachTracker)(
  "on $database references to issues in a plan that is pushed to $tracker",
  ({ create, start, tracker }) => {
    let scene: Scene;
    let place: SmallPlace;
    const { live, neutral, named, address } = forms[tracker as keyof typeof forms];
    const told = ["PLAN-\\d+", "PLAN-\\d+ / SPEC-1"].map((handle) =>
      expect.stringMatching(
        `^References in ${handle} were written so that they name nothing in the tracker: ${named}\\.$`,
      ),
    );
    beforeAll(async () => {
      scene = await openScene(create, start, { env: patient });
      const plain = { title: "Search", content: "It finds." };
      place = await smallPlace(scene, [{ title: "Albums", content: live }, plain], { description: live });
      const first = await push(scene, place.plan);
      expect(first).toMatchObject({ status: "pushed" });
      expect(first.caveats).toEqual(told);
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

    it("are kept if the project allows it; texts are pushed again, but those without references are not written", async () => {
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
        caveats: told,
      });
      expect(await texts()).toEqual([neutral, neutral]);
    });

    it("are named by the caveat even if the text has only an address", async () => {
      const { plan } = await smallPlace(scene, [{ title: "Albums", content: `See ${address}.` }]);
      expect((await push(scene, plan)).caveats).toEqual([
        expect.stringContaining(`the tracker: ${address}.`),
      ]);
    });

    it("can't be set to any other word", async () => {
      const { references: _, ...now } = await tracking();
      const answer = await scene.world.alice.put(`${place.project}/tracker`, { ...now, references: "dead" });
      expect(answer.status).toBe(400);
    });
  },
);
