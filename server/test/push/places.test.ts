import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { patient } from "./patient.ts";
import { changedCount, eachTracker, keyOf, push, type SmallPlace, smallPlace } from "./pushing.ts";
import { expectOk, openScene, type Scene } from "./scene.ts";

const longMs = 60_000;

describe.each(eachTracker)("on $database, after users moved issues in $tracker", ({ create, start }) => {
  let scene: Scene;
  let place: SmallPlace;
  beforeAll(async () => {
    scene = await openScene(create, start, { env: patient });
  }, longMs);
  beforeEach(async () => {
    place = await smallPlace(
      scene,
      ["Albums", "Search", "Tags", "Cart"].map((title) => ({ title })),
    );
    await moveHere("SPEC-4", "SPEC-1");
    expect(await push(scene, place.plan)).toMatchObject({ status: "pushed", caveats: [] });
  });
  afterEach(() => expect(scene.standIn.violations).toEqual([]));
  afterAll(() => scene.close());

  const moveHere = async (handle: string, above: string | null) =>
    expectOk(await scene.world.alice.patch(place.spec(handle), { parentSpecId: above }));
  const putThere = async (handle: string, above: string) =>
    scene.standIn.people.putUnder(await key(handle), await key(above));
  const key = (handle: string) => keyOf(scene, place.spec(handle));
  const above = async (title: string) => (await scene.standIn.had(place.mark))[title]?.parent;

  it("the issues stay there, as each push reports, until one overwrites it", async () => {
    await putThere("SPEC-4", "SPEC-2");
    expect(await push(scene, place.plan)).toMatchObject({ status: "unchanged", caveats: [] });
    await moveHere("SPEC-4", "SPEC-3");
    const { caveats, items, status } = await push(scene, place.plan);
    expect([status, await above("Cart")]).toEqual(["unchanged", "Search"]);
    expect(caveats).toEqual([expect.stringMatching(/was put under another issue in .*; it was left there/)]);
    expect(items).toMatchObject([{ kind: "child", specShortId: "SPEC-4", state: "conflict" }]);
    const again = await push(scene, place.plan);
    expect(again).toMatchObject({
      status: "unchanged",
      caveats: [expect.stringContaining("1 link differs")],
    });
    expect(again.message).toMatch(/^Nothing was changed .*see the caveats/);
    expect(await push(scene, place.plan, { onConflict: "overwrite" })).toMatchObject({
      status: "pushed",
      caveats: [],
    });
    expect([await above("Cart"), await changedCount(scene, place.plan)]).toEqual(["Tags", 0]);
    expect((await push(scene, place.plan)).message).toContain("has everything already");
  });

  it("to their requested places, there is no conflict", async () => {
    await putThere("SPEC-4", "SPEC-2");
    await moveHere("SPEC-4", "SPEC-2");
    expect((await push(scene, place.plan)).caveats).toEqual([]);
    expect(await above("Cart")).toBe("Search");
    await moveHere("SPEC-4", "SPEC-3");
    expect(await push(scene, place.plan)).toMatchObject({ status: "pushed", caveats: [] });
    expect(await above("Cart")).toBe("Tags");
  });
});
