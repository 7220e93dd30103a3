import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../databases.ts";
import { keyOf, push, smallPlace } from "../pushing.ts";
import { expectOk, openScene, type Scene } from "../scene.ts";
import { githubStandIn } from "../stand-in.ts";

describe.each(databases)("on $database, an update that was never answered", ({ create }) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(create, githubStandIn);
  });
  afterAll(() => scene.close());

  it.each([
    ["carried out", { after: "cut" as const }],
    ["not carried out", { before: { status: 502, body: { message: "No." } } }],
  ])(
    "and was %s keeps users' edits, even if they equal what a conflict had kept from being written",
    async (_how, fault) => {
      const { alice } = scene.world;
      const place = await smallPlace(scene, [{ title: "Albums", content: "One." }]);
      const spec = place.spec("SPEC-1");
      await push(scene, place.plan);
      const key = await keyOf(scene, spec);
      await scene.standIn.people.edit(key, { text: "Theirs." });
      expectOk(await alice.patch(spec, { content: "Two.", title: `Books${place.mark}` }));
      scene.standIn.faults.add({ match: { method: "PATCH" }, fault, times: 0 });
      // The issue is readable before the call, but not after it.
      const away = { before: { status: 502, body: { message: "No." } } };
      scene.standIn.faults.add({
        match: { method: "GET", path: "/issues/" },
        skip: 1,
        fault: away,
        times: 0,
      });
      const unanswered = await push(scene, place.plan);
      expect(unanswered.items).toMatchObject([{ state: "sending" }]);
      scene.standIn.faults.clear();

      // Users write what we would have; then both sides go on.
      await scene.standIn.people.edit(key, { text: "Two." });
      expectOk(await alice.patch(spec, { content: "Three." }));
      const held = await push(scene, place.plan);
      expect(held.items).toMatchObject([{ state: "conflict" }]);
      expect(await scene.standIn.people.shown(key)).toMatchObject({
        title: `Books${place.mark}`,
        text: "Two.",
      });
    },
  );
});
