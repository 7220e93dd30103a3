import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectInvalid } from "../expect-error.ts";
import { changedCount, eachTracker, keyOf, push, type SmallPlace, smallPlace } from "./pushing.ts";
import { expectOk, openScene, type Scene, work, workOn } from "./scene.ts";

const longMs = 60_000;

describe.each(eachTracker)("on $database, after a push to $tracker", ({ create, start, tracker }) => {
  let scene: Scene;
  let place: SmallPlace;
  let [one, two] = ["", ""];
  beforeAll(async () => {
    scene = await openScene(create, start);
  }, longMs);
  beforeEach(async () => {
    place = await smallPlace(scene, [
      { title: "Albums", content: "They open." },
      { title: "Search", content: "It finds." },
    ]);
    expect(await push(scene, place.plan)).toMatchObject({ status: "pushed", caveats: [] });
    [one, two] = [await keyOf(scene, place.spec("SPEC-1")), await keyOf(scene, place.spec("SPEC-2"))];
  });
  afterEach(() => expect(scene.standIn.violations).toEqual([]));
  afterAll(() => scene.close());

  const people = () => scene.standIn.people;
  const patch = async (handle: string, change: object) =>
    expectOk(await scene.world.alice.patch(place.spec(handle), change));
  const pushNow = (body = {}) => {
    people().forget();
    return push(scene, place.plan, body);
  };
  const textOf = async (key: string) => (await people().shown(key)).text;
  const titleOf = async (key: string) => (await people().shown(key)).title;

  it("a field that only we changed is written, and one that only users changed there is left to them", async () => {
    await people().edit(two, { text: "It finds people." });
    await patch("SPEC-1", { content: "They open fast." });
    expect(await pushNow()).toMatchObject({ status: "pushed", pushedItemCount: 1, caveats: [] });
    expect([await textOf(one), await textOf(two)]).toEqual(["They open fast.", "It finds people."]);
    expect(await pushNow()).toMatchObject({ status: "unchanged", caveats: [] });
    await patch("SPEC-2", { title: `Find${place.mark}` });
    expect(await pushNow()).toMatchObject({ status: "pushed", pushedItemCount: 1, caveats: [] });
    expect([await titleOf(two), await textOf(two)]).toEqual([`Find${place.mark}`, "It finds people."]);
  });

  // Linear takes all of them in one call.
  if (tracker !== "linear")
    it("an issue that users edit while the same push writes others is not overwritten", async () => {
      const titles = Array.from({ length: 12 }, (_, n) => ({ title: `Step ${n}`, content: "As it was." }));
      const many = await smallPlace(scene, titles);
      await push(scene, many.plan);
      for (const n of titles.keys())
        expectOk(await scene.world.alice.patch(many.spec(`SPEC-${n + 1}`), { content: "As it is." }));
      const last = await keyOf(scene, many.spec("SPEC-12"));
      people().forget();
      people().beforeWrite(0, () => people().edit(last, { text: "As they want it." }));
      const { caveats } = await push(scene, many.plan);
      expect(caveats).toEqual([expect.stringContaining(`The text of ${last} was edited in the tracker`)]);
      expect(await textOf(last)).toBe("As they want it.");
    });

  it("a field that both changed is a conflict: reported, not overwritten, and written only on request", async () => {
    await people().edit(two, { text: "It finds people." });
    await patch("SPEC-2", { content: "It finds places." });
    for (const _ of ["first", "again"]) {
      const { status, caveats, items } = await pushNow();
      expect([status, caveats]).toEqual([
        "unchanged",
        [expect.stringContaining(`The text of ${two} was edited in the tracker; it was not overwritten.`)],
      ]);
      expect(items).toMatchObject([{ specShortId: "SPEC-2", state: "conflict", externalKey: two }]);
      expect(people().writes()).toEqual([]);
      expect([await textOf(two), await changedCount(scene, place.plan)]).toEqual(["It finds people.", 1]);
    }
    expect(await pushNow({ onConflict: "overwrite" })).toMatchObject({ status: "pushed", caveats: [] });
    expect([await textOf(two), await changedCount(scene, place.plan)]).toEqual(["It finds places.", 0]);
    expect(await pushNow()).toMatchObject({ status: "unchanged", caveats: [] });
  });

  it("of several conflicts, only those of the named fields are overwritten", async () => {
    await people().edit(two, { title: `Seek${place.mark}`, text: "It finds people." });
    await patch("SPEC-2", { title: `Find${place.mark}`, content: "It finds places." });
    const some = { onConflict: "overwrite", specShortIds: ["SPEC-2"] };
    const title = await pushNow({ ...some, overwriteFields: ["title"] });
    expect(title).toMatchObject({ status: "pushed", items: [{ state: "conflict" }] });
    expect(title.caveats).toEqual([expect.stringContaining(`The text of ${two} was edited in the tracker`)]);
    expect([await titleOf(two), await textOf(two)]).toEqual([`Find${place.mark}`, "It finds people."]);
    expect(await pushNow({ ...some, overwriteFields: ["text"] })).toMatchObject({ caveats: [] });
    expect([await titleOf(two), await textOf(two)]).toEqual([`Find${place.mark}`, "It finds places."]);
    const refused = await scene.world.alice.post(`${place.plan}/push`, { overwriteFields: ["text"] });
    expectInvalid(refused, ["/overwriteFields"]);
  });

  it("a conflict of the title does not keep the text from being written", async () => {
    await people().edit(two, { title: `Seek${place.mark}` });
    await patch("SPEC-2", { title: `Find${place.mark}`, content: "It finds places." });
    const { items, caveats, ...told } = await pushNow();
    expect(told).toMatchObject({ status: "pushed", pushedItemCount: 1 });
    expect(items).toMatchObject([{ state: "conflict", error: expect.stringContaining(`title of ${two}`) }]);
    expect(caveats).toEqual([expect.stringContaining(two)]);
    expect([await titleOf(two), await textOf(two)]).toEqual([`Seek${place.mark}`, "It finds places."]);
    expect(await pushNow()).toMatchObject({ status: "unchanged", items: [{ state: "conflict" }] });
  });

  it("the same change by both is no conflict, and nothing is written", async () => {
    await people().edit(two, { text: "It finds places." });
    await patch("SPEC-2", { content: "It finds places." });
    const { status, message, caveats, items } = await pushNow();
    expect({ status, caveats, items }).toMatchObject({
      status: "unchanged",
      caveats: [],
      items: [{ specShortId: "SPEC-2", state: "skipped" }],
    });
    expect(message).toContain("has everything already");
    expect([people().writes(), await changedCount(scene, place.plan)]).toEqual([[], 0]);
    await patch("SPEC-2", { content: "It finds all." });
    expect(await pushNow()).toMatchObject({ status: "pushed", caveats: [] });
  });

  it("a spec with a new handle has its new handle in the tracker, though its text is the same", async () => {
    const { alice } = scene.world;
    const made = expectOk(await alice.post(`${place.project}/plans`, { name: `Shop${place.mark}` }));
    const to = made.body.plan;
    const moved = expectOk(await alice.post(`${place.spec("SPEC-2")}/move`, { planId: to.shortId }));
    const other = `${place.project}/plans/${to.shortId}`;
    expect(await push(scene, other)).toMatchObject({ status: "pushed", caveats: [] });
    const handle = `${to.shortId} / ${moved.body.spec?.shortId ?? "SPEC-1"}`;
    expect(await people().ending(two)).toContain(`${handle} in Groundplan`);
    expect(await textOf(two)).toBe("It finds.");
  });

  it("a plan's text is compared like a spec's", async () => {
    const { pushStatus } = (await scene.world.alice.get(`${place.plan}/push-status`)).body;
    const key = pushStatus[0].externalKey;
    await people().edit(key, { text: "Because." });
    expectOk(await scene.world.alice.patch(place.plan, { description: "For us." }));
    const { caveats, items } = await pushNow();
    expect(items).toMatchObject([{ kind: "plan", state: "conflict" }]);
    expect(caveats).toEqual([expect.stringContaining(key)]);
    expect(await textOf(key)).toBe("Because.");
  });

  it("our own change whose answer was lost is no conflict, and a retry of the push changes nothing", async () => {
    people().loseNextUpdate();
    await patch("SPEC-2", { content: "It finds places." });
    const { pushId, ...told } = await pushNow();
    expect(told).toMatchObject({ status: "pushed", pushedItemCount: 1, caveats: [] });
    expect([await textOf(two), people().writes().length]).toEqual(["It finds places.", 1]);
    people().forget();
    expectOk(await scene.world.alice.post(`${place.plan}/pushes/${pushId}/retry`));
    await workOn(scene);
    expect(people().writes()).toEqual([]);
  });

  it("a field that users changed while the answer to our change was lost is not overwritten by the retry", async () => {
    people().loseNextUpdate();
    await patch("SPEC-2", { content: "It finds places." });
    let isEdited = false;
    const end = scene.standIn.onAnswer(async () => {
      if (people().writes().length === 0 || isEdited) return;
      isEdited = true;
      await people().edit(two, { text: "It finds people." });
    });
    const { items } = await pushNow();
    end();
    expect(items).toMatchObject([{ state: "conflict" }]);
    expect(await textOf(two)).toBe("It finds people.");
  });

  it(
    "our own change is no conflict after the worker was killed over it, at whatever call",
    async () => {
      await patch("SPEC-2", { content: "Version 0." });
      await pushNow();
      const calls = scene.mortal.calls();
      expect(calls).toBeGreaterThan(1);
      for (let call = Math.max(0, calls - 5); call < calls; call++) {
        const content = `Version ${call + 1}.`;
        await patch("SPEC-2", { content });
        const { body } = await scene.world.alice.post(`${place.plan}/push`, {}, { prefer: "respond-async" });
        expect(await work(scene, { call, when: "after" })).toBe("died");
        await workOn(scene);
        const told = (await scene.world.alice.get(`${place.plan}/pushes/${body.push.pushId}`)).body.push;
        expect(told).toMatchObject({ status: "pushed", pushedItemCount: 1, caveats: [] });
        expect(await textOf(two)).toBe(content);
      }
    },
    longMs,
  );

  it(
    "our own change is no conflict after its push was given up and others followed",
    async () => {
      await patch("SPEC-2", { content: "Version 0." });
      await pushNow();
      const calls = scene.mortal.calls();
      const dieAt = async (call: number, content: string) => {
        await patch("SPEC-2", { content });
        const { body } = await scene.world.alice.post(`${place.plan}/push`, {}, { prefer: "respond-async" });
        expect(await work(scene, { call, when: "after" })).toBe("died");
        expectOk(await scene.world.alice.post(`${place.plan}/pushes/${body.push.pushId}/cancel`));
        await workOn(scene);
      };
      for (let call = Math.max(1, calls - 3); call < calls; call++) {
        await dieAt(calls - 1, `Version ${call}, first.`);
        await dieAt(call, `Version ${call}, second.`);
        await patch("SPEC-2", { content: `Version ${call}, third.` });
        expect(await pushNow()).toMatchObject({ status: "pushed", caveats: [] });
        expect(await textOf(two)).toBe(`Version ${call}, third.`);
      }
    },
    longMs,
  );
});
