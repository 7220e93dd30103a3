import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eachTracker, keyOf, type SmallPlace, smallPlace } from "../pushing.ts";
import { expectOk, type Scene } from "../scene.ts";
import { standIns } from "../stand-in.ts";
import { type Noticed, openNoticed } from "./noticed.ts";
import { runDueJobs } from "./tracker-changes.ts";

describe.each(eachTracker)("on $database a status that users set in $tracker", ({ create, tracker }) => {
  let noticed: Noticed;
  let scene: Scene;
  let place: SmallPlace;
  let sub: string;
  beforeAll(async () => {
    noticed = await openNoticed(create, standIns[tracker]);
    scene = noticed.scene;
    place = await smallPlace(scene, [{ title: "Albums" }, { title: "Photos" }]);
    const { alice } = scene.world;
    const under = { name: `Shop${place.mark}`, parentPlanId: place.plan.split("/").at(-1) };
    sub = `${place.project}/plans/${expectOk(await alice.post(`${place.project}/plans`, under)).body.plan.shortId}`;
    expectOk(await alice.post(`${sub}/specs`, { title: `Cart${place.mark}` }));
    await push();
  });
  afterAll(() => noticed.close());

  async function push() {
    expectOk(await scene.world.alice.post(`${place.plan}/push`, {}, { prefer: "respond-async" }));
    await runDueJobs(scene.world);
  }
  const status = async (path: string) => {
    const { plan, spec } = expectOk(await scene.world.alice.get(path)).body;
    return (spec ?? plan).status;
  };
  const albums = () => place.spec("SPEC-1");
  const photos = () => place.spec("SPEC-2");
  const set = async (spec: string, to: Parameters<typeof scene.standIn.back.set>[1]) => {
    await scene.standIn.back.set(await keyOf(scene, spec), to);
    await noticed.catchUp();
  };
  const events = () => scene.world.context.db.selectFrom("events").selectAll().orderBy("seq").execute();

  it("stays as it is when notices report a push's own writes", async () => {
    expect(await status(place.plan)).toBe("PUSHED");
    const before = (await events()).length;
    const notices = await noticed.notices();
    expect(notices.length).toBeGreaterThan(2);
    for (const notice of notices) expect((await noticed.deliver(notice)).status).toBe(200);
    await runDueJobs(scene.world);
    expect((await events()).length).toBe(before);
  });

  it("sets the spec's status, and its plan's from PUSHED by BUILDING to DONE and back", async () => {
    const steps = async () => [await status(albums()), await status(photos()), await status(place.plan)];
    if (scene.standIn.back.knowsBegun) {
      await set(albums(), "IN_PROGRESS");
      expect(await steps()).toEqual(["IN_PROGRESS", "TODO", "BUILDING"]);
    }
    await set(albums(), "DONE");
    expect(await steps()).toEqual(["DONE", "TODO", "BUILDING"]);
    await set(photos(), "CANCELLED");
    expect(await steps()).toEqual(["DONE", "CANCELLED", "DONE"]);
    await set(albums(), "TODO");
    expect(await steps()).toEqual(["TODO", "CANCELLED", "BUILDING"]);
    expect(await status(sub)).toBe("PUSHED");
    await set(`${sub}/specs/SPEC-1`, "DONE");
    expect([await status(`${sub}/specs/SPEC-1`), await status(sub)]).toEqual(["DONE", "DONE"]);
  });

  it("is in events that name the tracker and no user", async () => {
    const told = (await events()).filter(({ data }) => data !== null && JSON.parse(data).by === "tracker");
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set(["spec.updated", "plan.status_changed"]));
    expect(new Set(told.map(({ actor_user_id }) => actor_user_id))).toEqual(new Set([null]));
    expect(told.map(({ data }) => JSON.parse(data ?? ""))).toContainEqual({
      shortId: "SPEC-2",
      changed: ["status"],
      from: "TODO",
      to: "CANCELLED",
      by: "tracker",
    });
  });

  it("passes whatever evidence the policy requires, and ends a review", async () => {
    const { alice } = scene.world;
    expectOk(await alice.patch(place.project, { evidence: "required", reviewer: "person" }));
    const { shortId, id } = expectOk(await alice.get(albums())).body.spec;
    const content = "## Acceptance criteria\n\n1. AC-1: An album has a name.";
    expectOk(await alice.patch(albums(), { content }));
    const { claim } = expectOk(await alice.post("/v1/claims", { spec: id, budget: 0 })).body;
    const evidence = [{ criterion: "AC-1", result: "passed", kind: "commit", ref: "0c5d6e7" }];
    expectOk(await alice.post(`/v1/claims/${claim.id}/complete`, { evidence }));
    const read = async () => expectOk(await alice.get(albums())).body.spec;
    expect(await read()).toMatchObject({ shortId, status: "IN_PROGRESS", awaitsReview: true });
    await set(albums(), "DONE");
    expect(await read()).toMatchObject({ status: "DONE", awaitsReview: false });
    await set(albums(), "TODO");
    expectOk(await alice.patch(place.project, { evidence: null, reviewer: null }));
  });

  it("does not replace a status that a user set here, until the tracker's changes again", async () => {
    const { alice } = scene.world;
    expectOk(await alice.patch(albums(), { status: "IN_PROGRESS" }));
    await scene.standIn.people.edit(await keyOf(scene, albums()), { title: "Renamed there" });
    await noticed.catchUp();
    expect(await status(albums())).toBe("IN_PROGRESS");
    await set(albums(), "DONE");
    expect(await status(albums())).toBe("DONE");
    await set(albums(), "TODO");
  });

  it("is not lost when a push sees it first", async () => {
    await set(photos(), "TODO");
    await scene.standIn.back.set(await keyOf(scene, photos()), "DONE");
    const late = await noticed.notices();
    expectOk(await scene.world.alice.patch(photos(), { content: "Another text." }));
    await push();
    expect(await status(photos())).toBe("TODO");
    for (const notice of late) expectOk(await noticed.deliver(notice));
    await noticed.catchUp();
    expect(await status(photos())).toBe("DONE");
  });

  it("is taken over after an archived plan is restored, and not before", async () => {
    const { alice } = scene.world;
    expectOk(await alice.post(`${place.plan}/archive`));
    await set(albums(), "DONE");
    expect([await status(albums()), await status(place.plan)]).toEqual(["TODO", "BUILDING"]);
    expectOk(await alice.post(`${place.plan}/restore`));
    await scene.standIn.people.edit(await keyOf(scene, albums()), { title: "Renamed again" });
    await noticed.catchUp();
    expect(await status(albums())).toBe("DONE");
  });

  it("does no harm when the issue or the spec was deleted", async () => {
    const { alice } = scene.world;
    const [kept, gone] = [await keyOf(scene, albums()), await keyOf(scene, photos())];
    expectOk(await alice.delete(photos()));
    await scene.standIn.back.set(gone, "TODO");
    await scene.standIn.people.remove(kept);
    await noticed.catchUp();
    expect(await status(albums())).toBe("DONE");
    expect(scene.standIn.violations).toEqual([]);
  });
});
