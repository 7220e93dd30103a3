import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withRows } from "../../own-connection.ts";
import { eachTracker, keyOf, push, type SmallPlace, smallPlace, statusOf } from "../pushing.ts";
import { expectOk, type Scene } from "../scene.ts";
import { type Noticed, openNoticed } from "./noticed.ts";

/** The trackers' words for statuses. */
const words = {
  linear: { new: "Backlog", open: "Todo", started: "In Progress", done: "Done", cancelled: "Canceled" },
  jira: {
    new: "To Do",
    open: "To Do",
    started: "In Progress",
    done: "Done Done",
    cancelled: "Done Won't Do",
  },
  github: {
    new: "open",
    open: "open",
    started: "open",
    done: "closed completed",
    cancelled: "closed not_planned",
  },
};

describe.each(eachTracker)("on $database, with $tracker", ({ create, start, tracker }) => {
  let noticed: Noticed;
  let scene: Scene;
  const says = words[tracker];
  beforeAll(async () => {
    noticed = await openNoticed(create, start);
    scene = noticed.scene;
  });
  afterAll(() => noticed.close());

  const three = [{ title: "Albums" }, { title: "Photos" }, { title: "Search" }];
  const alice = () => scene.world.alice;
  const set = async (place: SmallPlace, handle: string, status: string) =>
    expectOk(await alice().patch(place.spec(handle), { status }));
  const statusHere = async (place: SmallPlace, handle: string) =>
    expectOk(await alice().get(place.spec(handle))).body.spec.status;
  /** Returns the issue statuses of the first three specs. */
  const shown = async (place: SmallPlace) => {
    const all = [];
    for (const handle of ["SPEC-1", "SPEC-2", "SPEC-3"])
      all.push(
        (await scene.standIn.back.shown(await keyOf(scene, place.spec(handle)))).replace(/ reopened$/, ""),
      );
    return all;
  };
  const settle = (
    place: SmallPlace,
    handle: string,
    status: Parameters<Scene["standIn"]["back"]["set"]>[1],
  ) => keyOf(scene, place.spec(handle)).then((key) => scene.standIn.back.set(key, status));
  const choose = async ({ project }: SmallPlace, statuses?: string) => {
    const { provider, target } = expectOk(await alice().get(`${project}/tracker`)).body.tracker;
    return expectOk(await alice().put(`${project}/tracker`, { provider, target, statuses })).body.tracker;
  };
  const dryRun = async (place: SmallPlace, body = {}) =>
    expectOk(await alice().post(`${place.plan}/push`, { dryRun: true, ...body })).body.push;

  it("a new target closes, and a PUT of the same target keeps omitted settings", async () => {
    const place = await smallPlace(scene, []);
    const path = `${place.project}/tracker`;
    const read = async () => expectOk(await alice().get(path)).body.tracker;
    expect(await read()).toMatchObject({ statuses: "close", references: "neutral" });
    const { provider, target } = await read();
    expectOk(await alice().put(path, { provider, target, statuses: "all", references: "live" }));
    expect(await choose(place)).toMatchObject({ statuses: "all", references: "live" });
    const other = scene.standIn.target(scene.taken++ + 300).target;
    const moved = expectOk(await alice().put(path, { provider, target: other })).body.tracker;
    const isSame = JSON.stringify(other) === JSON.stringify(target);
    if (!isSame) expect(moved).toMatchObject({ statuses: "close", references: "neutral" });
    expect((await alice().put(path, { provider, target, statuses: "some" })).status).toBe(400);
  });

  it("finished specs are closed there, and reopened with their spec, in a preview and the counts, too", async () => {
    const place = await smallPlace(scene, three);
    await push(scene, place.plan);
    expect(await shown(place)).toEqual([says.new, says.new, says.new]);
    await set(place, "SPEC-1", "DONE");
    await set(place, "SPEC-2", "CANCELLED");
    await set(place, "SPEC-3", "IN_PROGRESS");
    expect((await statusOf(scene, place.plan)).changedCount).toBe(2);
    const { preview, changedCount } = await dryRun(place);
    expect(changedCount).toBe(2);
    expect(
      preview.map(({ specShortId, action, changes }: Record<string, unknown>) => [
        specShortId,
        action,
        changes,
      ]),
    ).toEqual([
      ["SPEC-1", "update", [{ field: "status", conflict: false, from: "TODO", to: "DONE" }]],
      ["SPEC-2", "update", [{ field: "status", conflict: false, from: "TODO", to: "CANCELLED" }]],
    ]);
    const closing = await push(scene, place.plan);
    expect(closing).toMatchObject({ status: "pushed", pushedItemCount: 2, caveats: [] });
    expect(await shown(place)).toEqual([says.done, says.cancelled, says.new]);
    expect((await statusOf(scene, place.plan)).changedCount).toBe(0);
    expect(await push(scene, place.plan)).toMatchObject({ status: "unchanged", items: [], caveats: [] });

    // From one end to the other, and open again with a new text.
    await set(place, "SPEC-1", "CANCELLED");
    await set(place, "SPEC-2", "IN_PROGRESS");
    expectOk(await alice().patch(place.spec("SPEC-2"), { content: "They open." }));
    expect(await push(scene, place.plan)).toMatchObject({
      status: "pushed",
      pushedItemCount: 2,
      caveats: [],
    });
    expect(await shown(place)).toEqual([says.cancelled, says.open, says.new]);
    // An echo of our own write changes no spec.
    await noticed.catchUp();
    expect([await statusHere(place, "SPEC-1"), await statusHere(place, "SPEC-2")]).toEqual([
      "CANCELLED",
      "IN_PROGRESS",
    ]);
  });

  it("a finished spec is created closed with `includeDone`, and with `all` specs in progress are started", async () => {
    const place = await smallPlace(scene, three);
    await choose(place, "all");
    await set(place, "SPEC-1", "DONE");
    await set(place, "SPEC-2", "CANCELLED");
    await set(place, "SPEC-3", "IN_PROGRESS");
    const made = await push(scene, place.plan, { includeDone: true });
    expect(made).toMatchObject({ status: "pushed", pushedItemCount: 4, caveats: [] });
    expect(await shown(place)).toEqual([says.done, says.cancelled, says.started]);
    expect((await statusOf(scene, place.plan)).changedCount).toBe(0);
    await noticed.catchUp();
    expect(await statusHere(place, "SPEC-3")).toBe("IN_PROGRESS");
    // Reopening here doesn't reopen there.
    await set(place, "SPEC-3", "TODO");
    expect((await statusOf(scene, place.plan)).changedCount).toBe(0);
  });

  it("a status that changed on both sides is a conflict that a preview names and `onConflict` settles", async () => {
    const place = await smallPlace(scene, three);
    await push(scene, place.plan);
    await set(place, "SPEC-1", "DONE");
    await settle(place, "SPEC-1", "CANCELLED");
    // Only users have changed this one there.
    await settle(place, "SPEC-2", "DONE");
    const both = { field: "status", conflict: true, from: "CANCELLED", to: "DONE" };
    expect(await dryRun(place)).toMatchObject({
      changedCount: 1,
      preview: [{ action: "conflict", specShortId: "SPEC-1", changes: [both] }],
    });
    expect(await dryRun(place, { onConflict: "overwrite" })).toMatchObject({
      preview: [{ action: "update", specShortId: "SPEC-1", changes: [{ ...both, conflict: false }] }],
    });
    const held = await push(scene, place.plan);
    expect(held).toMatchObject({ status: "unchanged", items: [{ state: "conflict" }] });
    expect(held.caveats).toEqual([
      expect.stringMatching(/^PLAN-\d+ \/ SPEC-1: The status of .* was edited in the tracker/),
    ]);
    // The tracker's status does not settle it either.
    await noticed.catchUp();
    expect([await statusHere(place, "SPEC-1"), await statusHere(place, "SPEC-2")]).toEqual(["DONE", "DONE"]);
    expect(await shown(place)).toEqual([says.cancelled, says.done, says.new]);
    expect((await statusOf(scene, place.plan)).changedCount).toBe(1);
    const others = { onConflict: "overwrite", overwriteFields: ["title", "text"] };
    expect(await push(scene, place.plan, others)).toMatchObject({ items: [{ state: "conflict" }] });
    const settled = await push(scene, place.plan, { onConflict: "overwrite", overwriteFields: ["status"] });
    expect(settled).toMatchObject({ status: "pushed", pushedItemCount: 1, caveats: [] });
    expect(await shown(place)).toEqual([says.done, says.done, says.new]);
    expect((await statusOf(scene, place.plan)).changedCount).toBe(0);
  });

  it("`off` sends none and counts them; once chosen only later changes are sent, and the rest with `overwrite`", async () => {
    const place = await smallPlace(scene, three);
    await choose(place, "off");
    await push(scene, place.plan);
    await set(place, "SPEC-1", "DONE");
    const off = await push(scene, place.plan);
    expect(off).toMatchObject({ status: "unchanged", items: [] });
    expect(off.caveats).toEqual([
      expect.stringMatching(/^1 spec that is done or cancelled has another status/),
    ]);

    await choose(place, "close");
    await set(place, "SPEC-2", "DONE");
    const chosen = await push(scene, place.plan);
    expect(chosen).toMatchObject({ status: "pushed", pushedItemCount: 1 });
    expect(chosen.caveats).toEqual([
      expect.stringMatching(/^1 spec has had another status in the tracker since before/),
    ]);
    expect(await shown(place)).toEqual([says.new, says.done, says.new]);
    expect((await statusOf(scene, place.plan)).changedCount).toBe(0);
    expect(await push(scene, place.plan, { onConflict: "overwrite" })).toMatchObject({
      pushedItemCount: 1,
      caveats: [],
    });
    expect(await shown(place)).toEqual([says.done, says.done, says.new]);
  });

  it("`off` counts open issues that it creates for finished specs", async () => {
    const place = await smallPlace(scene, three);
    await choose(place, "off");
    await set(place, "SPEC-1", "DONE");
    await set(place, "SPEC-2", "CANCELLED");
    const counted = [expect.stringMatching(/^2 specs that are done or cancelled have another status/)];
    expect((await dryRun(place, { includeDone: true })).caveats).toEqual(counted);
    const made = await push(scene, place.plan, { includeDone: true });
    expect(made).toMatchObject({ status: "pushed", pushedItemCount: 4, caveats: counted });
    expect(await shown(place)).toEqual([says.new, says.new, says.new]);
    expect((await push(scene, place.plan)).caveats).toEqual(counted);
  });

  it("a target set before statuses could be pushed stays `off` until somebody chooses", async () => {
    const place = await smallPlace(scene, three);
    const { project } = place;
    const slug = project.split("/").at(-1) ?? "";
    await withRows(scene.world, (db) =>
      db.updateTable("projects").set({ tracker_statuses: null }).where("slug", "=", slug).execute(),
    );
    const told = async () => expectOk(await alice().get(`${project}/tracker`)).body;
    expect(await told()).toMatchObject({ tracker: { statuses: "off" }, statusesChosen: false });
    expect(await choose(place)).toMatchObject({ statuses: "off" });
    expect(await told()).toMatchObject({ statusesChosen: false });
    expect(await choose(place, "off")).toMatchObject({ statuses: "off" });
    expect(await told()).toMatchObject({ tracker: { statuses: "off" }, statusesChosen: true });
  });

  it("a lost answer is no conflict, and a user's later change is not taken for ours", async () => {
    const place = await smallPlace(scene, three);
    await push(scene, place.plan);
    await set(place, "SPEC-1", "CANCELLED");
    scene.standIn.people.loseNextUpdate();
    if (tracker === "jira") expectOk(await alice().patch(place.spec("SPEC-1"), { content: "They open." }));
    expect(await push(scene, place.plan)).toMatchObject({
      status: "pushed",
      pushedItemCount: 1,
      caveats: [],
    });
    expect(await shown(place)).toEqual([says.cancelled, says.new, says.new]);
    await settle(place, "SPEC-1", "TODO");
    await settle(place, "SPEC-1", "DONE");
    await noticed.catchUp();
    expect(await statusHere(place, "SPEC-1")).toBe("DONE");
    expect((await statusOf(scene, place.plan)).changedCount).toBe(0);
    expect(scene.standIn.violations).toEqual([]);
  });
});
