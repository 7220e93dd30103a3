import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../world.ts";
import { patient } from "./patient.ts";
import { changedCount, eachTracker, keyOf, push, smallPlace } from "./pushing.ts";
import { allWaitsAreOver, expectOk, freshPlace, openScene, type Scene } from "./scene.ts";

const longMs = 60_000;

const counts = ({ pushedItemCount, dependencyCount, planEdgeCount, containerCount }: Answer["body"]) => ({
  pushedItemCount,
  dependencyCount,
  planEdgeCount,
  containerCount,
});

describe.each(eachTracker)("on $database a preview of a push to $tracker", ({ create, start }) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(create, start, { env: patient });
  }, longMs);
  afterEach(() => expect(scene.standIn.violations).toEqual([]));
  afterAll(() => scene.close());

  const people = () => scene.standIn.people;
  /** Previews, checking that nothing is written on either side. */
  async function preview(path: string, body = {}, person = scene.world.alice): Promise<Answer["body"]> {
    people().forget();
    const answer = expectOk(await person.post(`${path}/push`, { ...body, dryRun: true }));
    expect(people().writes()).toEqual([]);
    return answer.body.push;
  }

  it("is refused while the tracker asks to wait, with the time", async () => {
    const place = await smallPlace(scene, [{ title: "Albums" }]);
    await push(scene, place.plan);
    expectOk(await scene.world.alice.patch(place.spec("SPEC-1"), { content: "They open." }));
    scene.standIn.faults.add({ match: {}, fault: scene.standIn.limit(30) });
    const answer = await scene.world.alice.post(`${place.plan}/push`, { dryRun: true });
    scene.standIn.faults.clear();
    expect([answer.status, answer.body.error.code]).toEqual([502, "upstream_error"]);
    expect(answer.body.error.message).toMatch(/Try again in \d+ seconds\./);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    await allWaitsAreOver(scene);
  });

  it(
    "lists every issue and link to create, with the same counts as the push",
    async () => {
      const place = await freshPlace(scene, scene.taken++);
      const told = await preview(place.main);
      expect(told).toMatchObject({ pushId: null, status: "dry_run", pushedItemCount: 12, caveats: [] });
      const kinds = Object.groupBy(told.preview as { kind: string; action: string }[], ({ kind }) => kind);
      expect(Object.entries(kinds).map(([kind, list]) => [kind, list?.length])).toEqual([
        ...[
          ["plan", 2],
          ["spec", 10],
          ["child", 11],
        ],
        ...[
          ["dependency", 8],
          ["plan_dependency", 1],
        ],
      ]);
      expect(kinds.plan?.concat(kinds.spec ?? []).every(({ action }) => action === "create")).toBe(true);
      expect(kinds.dependency?.every(({ action }) => action === "link")).toBe(true);
      expect((await scene.world.alice.get(`${place.main}/pushes`)).body.pushes).toEqual([]);
      expect(await scene.standIn.had(place.mark)).toEqual({});
      const pushed = await push(scene, place.main);
      expect(counts(told)).toEqual(counts(pushed));
      expect(pushed.items).toHaveLength(told.preview.length);
      const after = await preview(place.main);
      expect(after).toMatchObject({ preview: [], message: "A push would change nothing." });
    },
    longMs,
  );

  it(
    "reports the effect on each item, with the fields that differ",
    async () => {
      const { alice } = scene.world;
      const titles = ["Albums", "Search", "Tags", "Login", "Export"];
      const specs = titles.map((title) => ({ title, content: `${title} work.`, effort: 2 }));
      const place = await smallPlace(scene, [...specs, { title: "Last", needsFirst: ["Albums"] }]);
      const patch = async (handle: string, change: object) =>
        expectOk(await alice.patch(place.spec(handle), change));
      await push(scene, place.plan);
      const key = (handle: string) => keyOf(scene, place.spec(handle));
      await patch("SPEC-1", { title: `Books${place.mark}`, content: "Books work.", effort: 3 });
      await people().edit(await key("SPEC-2"), { text: "Search is hard." });
      await patch("SPEC-2", { content: "Search is easy." });
      await people().edit(await key("SPEC-3"), { text: "Tags are short." });
      await patch("SPEC-3", { content: "Tags are short." });
      await people().remove(await key("SPEC-4"));
      await patch("SPEC-4", { content: "Login is gone." });
      await people().edit(await key("SPEC-5"), { text: "Only theirs." });
      await patch("SPEC-6", { needsFirst: ["SPEC-5"] });
      expectOk(await alice.post(`${place.plan}/specs`, { title: `New${place.mark}` }));

      const told = await preview(place.plan);
      const of = (number: number) =>
        told.preview.filter((one: { specShortId?: string }) => one.specShortId === `SPEC-${number}`);
      const diff = (from: string, to: string) =>
        expect.stringMatching(new RegExp(`-${from}[\\s\\S]*\\+${to}`));
      expect(of(1)).toEqual([
        {
          kind: "spec",
          specShortId: "SPEC-1",
          action: "update",
          externalKey: await key("SPEC-1"),
          url: expect.stringMatching(/^http/),
          planShortId: expect.any(String),
          changes: [
            { field: "title", conflict: false, from: `Albums${place.mark}`, to: `Books${place.mark}` },
            {
              field: "text",
              conflict: false,
              from: null,
              to: null,
              diff: diff("Albums work\\.", "Books work\\."),
            },
            // Linear keeps 2, as part of its team's scale.
            { field: "effort", conflict: false, from: "2", to: "3" },
          ],
        },
      ]);
      const conflict = {
        field: "text",
        conflict: true,
        diff: diff("Search is hard\\.", "Search is easy\\."),
      };
      expect(of(2)).toMatchObject([{ action: "conflict", changes: [conflict] }]);
      expect(of(3)).toMatchObject([{ action: "skip", changes: [] }]);
      expect(of(4)).toMatchObject([{ action: "gone", reason: expect.stringContaining(" is gone: ") }]);
      expect(of(5)).toEqual([]);
      expect(of(6)).toMatchObject([
        { kind: "dependency", action: "unlink" },
        { kind: "dependency", action: "link" },
      ]);
      expect(of(7)).toMatchObject([
        { kind: "spec", action: "create" },
        { kind: "child", action: "link" },
      ]);
      expect(told.caveats).toEqual([
        expect.stringContaining(`The text of ${await key("SPEC-2")} was edited`),
        expect.stringContaining("SPEC-4: "),
      ]);
      expect(told.message).toContain("1 issue created, 1 issue updated");
      expect(await changedCount(scene, place.plan)).toBe(5);
      expect(await preview(place.plan, { specShortIds: ["SPEC-2"] })).toMatchObject({
        preview: [{ action: "conflict" }],
        changedCount: 1,
        message:
          "1 change waits: its item was also edited in the tracker and stays unchanged unless the push overwrites.",
      });
      const overwriting = await preview(place.plan, { onConflict: "overwrite" });
      expect(overwriting.preview[1]).toMatchObject({ specShortId: "SPEC-2", action: "update" });
      expect(counts(told)).toEqual(counts(await push(scene, place.plan)));
      expect(await changedCount(scene, place.plan)).toBe(1);
    },
    longMs,
  );

  it(
    "counts only current differences: an edit that was undone is none",
    async () => {
      const place = await smallPlace(scene, [{ title: "Albums" }, { title: "Search" }]);
      const { alice } = scene.world;
      await push(scene, place.plan);
      expect(await changedCount(scene, place.plan)).toBe(0);
      expectOk(await alice.patch(place.spec("SPEC-1"), { content: "More." }));
      expectOk(await alice.patch(place.plan, { description: "Another." }));
      expect(await changedCount(scene, place.plan)).toBe(2);
      expectOk(await alice.patch(place.spec("SPEC-1"), { content: "" }));
      expect(await changedCount(scene, place.plan)).toBe(1);
    },
    longMs,
  );

  it(
    "counts the same changes as the push status, whether they are held by an edit in the tracker or not",
    async () => {
      const titles = ["Albums", "Search", "Tags"].map((title) => ({ title, content: "As it was." }));
      const place = await smallPlace(scene, titles);
      const { alice } = scene.world;
      const both = async (body = {}) => {
        const { changedCount: told, message } = await preview(place.plan, body);
        expect(told).toBe(await changedCount(scene, place.plan));
        return [told, Number(/(\d+) changes? waits?:/.exec(message)?.[1] ?? 0)];
      };
      await push(scene, place.plan);
      expect(await both()).toEqual([0, 0]);
      await people().edit(await keyOf(scene, place.spec("SPEC-2")), { text: "As they want it." });
      expectOk(await alice.patch(place.spec("SPEC-2"), { content: "As it is." }));
      expect(await both()).toEqual([1, 1]);
      await push(scene, place.plan);
      expect(await both()).toEqual([1, 1]);
      // A text and two dependencies of one spec are one change.
      const needsFirst = ["SPEC-1", "SPEC-2"];
      expectOk(await alice.patch(place.spec("SPEC-3"), { content: "As it is.", needsFirst }));
      expect(await both()).toEqual([2, 1]);
      expect(await both({ onConflict: "overwrite" })).toEqual([2, 0]);
      await push(scene, place.plan, { onConflict: "overwrite" });
      expect(await both()).toEqual([0, 0]);
    },
    longMs,
  );

  it(
    "shows nothing of plans that the requester can't read",
    async () => {
      const { alice, bob } = scene.world;
      const place = await smallPlace(scene, [{ title: "Albums" }]);
      const hidden = `${place.project}/plans/${
        expectOk(
          await alice.post(`${place.project}/plans`, { name: `Vault${place.mark}`, visibility: "PRIVATE" }),
        ).body.plan.shortId
      }`;
      expectOk(await alice.post(`${hidden}/specs`, { title: `Secret${place.mark}` }));
      const idOf = async (path: string) => (await alice.get(path)).body.spec.id;
      const ends = {
        fromSpecId: await idOf(place.spec("SPEC-1")),
        toSpecId: await idOf(`${hidden}/specs/SPEC-1`),
      };
      expectOk(await alice.post(`${place.plan}/dependencies`, ends));
      await push(scene, hidden);
      const links = ({ preview }: Answer["body"]) =>
        preview.filter(({ kind }: { kind: string }) => kind === "dependency").length;
      const [hers, his] = [await preview(place.plan), await preview(place.plan, {}, bob)];
      expect([links(hers), links(his)]).toEqual([1, 0]);
      expect([hers.dependencyCount, his.dependencyCount]).toEqual([1, 0]);
      expect(JSON.stringify(his)).not.toMatch(/Secret|Vault/);
      expect((await bob.post(`${hidden}/push`, { dryRun: true })).status).toBe(404);
    },
    longMs,
  );

  it(
    "follows the options of a push",
    async () => {
      const { alice } = scene.world;
      const place = await freshPlace(scene, scene.taken++);
      const texts = async (path: string, body: object) => {
        const { preview: items, ...told } = await preview(path, body);
        const named = (items as { kind: string; planShortId: string; specShortId?: string }[]).filter(
          ({ kind }) => kind === "plan" || kind === "spec",
        );
        return { ...told, named: named.map(({ specShortId = "plan" }) => specShortId) };
      };
      expect(await texts(place.main, { specShortIds: ["SPEC-5"] })).toMatchObject({
        named: ["plan", "SPEC-5"],
      });
      expect((await texts(place.main, { includeSubPlans: false })).named).toHaveLength(8);
      expectOk(await alice.patch(`${place.main}/specs/SPEC-5`, { readiness: 5 }));
      expectOk(await alice.patch(`${place.main}/specs/SPEC-1`, { readiness: 2 }));
      const held = await texts(place.main, { holdBelowReady: true });
      expect(held.named).toEqual(["plan", "plan", "SPEC-5"]);
      expect(held.belowReady[0]).toMatchObject({ held: true });
      const alone = await texts(place.sub, {});
      expect(alone).toMatchObject({ containerCount: 1, pushedItemCount: 4 });
      expect(alone.ancestorNames).toEqual([`Launch${place.mark}`]);
      expect(alone.caveats).toEqual([expect.stringContaining("above it"), expect.stringContaining("waits")]);
    },
    longMs,
  );
});
