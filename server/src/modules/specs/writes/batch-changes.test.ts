import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { hashOfRows } from "../../plans/rows.test-support.ts";
import { newPlan, newSpec, outcome } from "../../plans/scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database: a batch that changes specs", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  beforeEach(async () => {
    plan = await newPlan(world.bob, project);
    await batch([
      { title: "First", content: "one\ntwo\nthree\n", ref: "first" },
      { title: "Second", content: "Save within 30 days.", effort: 2, ref: "second", needsFirst: ["first"] },
      { title: "Third", needsFirst: ["second"] },
    ]);
  });

  const batch = (specs: unknown[], headers = {}) =>
    world.bob.post(`${plan.path}/specs/batch`, { specs }, headers);
  const spec = async (handle: string) => (await world.bob.get(`${plan.path}/specs/${handle}`)).body.spec;
  const edges = async () => (await world.bob.get(`${plan.path}/dependencies`)).body.dependencies;
  const pairs = async () =>
    (await edges()).map(({ fromHandle, toHandle }: Record<string, string>) => [fromHandle, toHandle]);

  async function expectNothing(specs: unknown[], expected: string, path?: string) {
    const before = await hashOfRows(world);
    const answer = await batch(specs);
    expect(outcome(answer)).toBe(expected);
    if (path) expect(answer.body.error.details[0].path).toBe(path);
    expect(await hashOfRows(world)).toBe(before);
    return answer.body.error;
  }

  it("changes and creates in the order of the list; what is left out stays", async () => {
    const { body } = await batch([
      { spec: "SPEC-2", edits: [{ old: "30 days", new: "14 days" }] },
      { title: "Fourth", ref: "new", needsFirst: ["SPEC-3"] },
      { spec: "SPEC-1", title: "First of all", effort: 4, needsFirst: [] },
    ]);
    expect(body.specs.map(({ shortId }: { shortId: string }) => shortId)).toEqual([
      "SPEC-2",
      "SPEC-4",
      "SPEC-1",
    ]);
    const second = { title: "Second", content: "Save within 14 days.", effort: 2, needsFirst: ["SPEC-1"] };
    expect(body.specs[0]).toMatchObject({ ...second, revision: 2 });
    expect(body.specs[2]).toMatchObject({ title: "First of all", content: "one\ntwo\nthree\n", effort: 4 });
    const { versions } = (await world.bob.get(`${plan.path}/specs/SPEC-2/versions`)).body;
    expect(versions).toMatchObject([{ seq: 2, actor: "bob" }, { seq: 1 }]);
  });

  it("tells of each change once, and of nothing that stayed the same", async () => {
    await batch([
      { spec: "SPEC-1", title: "First", effort: null },
      { spec: "SPEC-2", content: "New", needsFirst: [] },
      { title: "Fourth" },
    ]);
    const { entries } = (await world.alice.get("/v1/audit?limit=2")).body;
    expect(entries.map(({ type, data }: { type: string; data: object }) => [type, data])).toEqual([
      ["spec.created", { shortId: "SPEC-4" }],
      ["spec.updated", { shortId: "SPEC-2", changed: ["content", "needsFirst"] }],
    ]);
  });

  it("changes a spec that is named twice one after the other, and answers it once", async () => {
    const { body } = await batch([
      { spec: "SPEC-1", edits: [{ old: "two", new: "deux" }], needsFirst: ["SPEC-3"] },
      { spec: "SPEC-1", edits: [{ old: "deux", new: "zwei" }], needsFirst: [] },
    ]);
    expect(body.specs).toMatchObject([{ content: "one\nzwei\nthree\n", revision: 3, needsFirst: [] }]);
  });

  it("merges a text by its base revision, and names the item of a conflict", async () => {
    await world.bob.patch(`${plan.path}/specs/SPEC-1`, { content: "ONE\ntwo\nthree\n" });
    await batch([{ spec: "SPEC-1", content: "one\ntwo\nTHREE\n", baseRevision: 1 }]);
    expect((await spec("SPEC-1")).content).toBe("ONE\ntwo\nTHREE\n");
    const conflicting = { spec: "SPEC-1", content: "eins\ntwo\nthree\n", baseRevision: 1 };
    const error = await expectNothing([{ title: "x" }, conflicting], "409 revision_conflict");
    expect(error.message).toMatch(/^\/specs\/1: /);
    expect(error.details).toMatchObject({ revision: 3, current: "ONE\ntwo\nTHREE\n" });
    const unknownBase = { ...conflicting, baseRevision: 9 };
    await expectNothing([{ title: "x" }, unknownBase], "400 invalid_request", "/specs/1/baseRevision");
  });

  it("writes nothing if one item is wrong, and names its field", async () => {
    const good = { spec: "SPEC-1", title: "Other" };
    const wrong = (item: object, outcomeOf: string, path: string) =>
      expectNothing([good, item], outcomeOf, path);
    await wrong({ spec: "SPEC-9", title: "x" }, "404 not_found", "/specs/1/spec");
    await wrong({ spec: "PLAN-1/SPEC-1", title: "x" }, "404 not_found", "/specs/1/spec");
    await wrong({ spec: "SPEC-2", title: "" }, "400 invalid_request", "/specs/1/title");
    await wrong({ spec: "SPEC-2", status: "DONE" }, "400 invalid_request", "/specs/1/status");
    await wrong({ spec: "SPEC-2", ref: "a" }, "400 invalid_request", "/specs/1/ref");
    await wrong({ spec: "SPEC-2", needsFirst: ["SPEC-9"] }, "404 not_found", "/specs/1/needsFirst/0");
    const missing = [{ old: "nowhere", new: "x" }];
    await wrong({ spec: "SPEC-2", edits: missing }, "400 invalid_request", "/specs/1/edits/0/old");
    await wrong({ spec: "SPEC-2", content: "x", edits: missing }, "400 invalid_request", "/specs/1/edits");
    await wrong({}, "400 invalid_request", "/specs/1/title");
  });

  it("takes a ref of the same batch, also for a spec that is there already", async () => {
    await batch([
      { spec: "SPEC-1", needsFirst: ["new"] },
      { title: "Fourth", ref: "new" },
    ]);
    expect((await spec("SPEC-1")).needsFirst).toEqual(["SPEC-4"]);
    const cycle = [
      { spec: "SPEC-1", needsFirst: ["new"] },
      { title: "Fifth", ref: "new", needsFirst: ["SPEC-3"] },
    ];
    await expectNothing(cycle, "409 dependency_cycle");
  });

  it("judges cycles by the final needs, so that a chain can be turned round in any order", async () => {
    const { body } = await batch([
      { spec: "SPEC-1", needsFirst: ["SPEC-2"] },
      { spec: "SPEC-2", needsFirst: ["SPEC-3"] },
      { spec: "SPEC-3", needsFirst: [] },
    ]);
    expect(body.specs.map(({ needsFirst }: { needsFirst: string[] }) => needsFirst)).toEqual([
      ...[["SPEC-2"], ["SPEC-3"], []],
    ]);
    await expectNothing([{ spec: "SPEC-3", needsFirst: ["SPEC-1"] }], "409 dependency_cycle");
  });

  it("adds dependencies on specs of other plans, and keeps those that are there", async () => {
    const other = await newPlan(world.bob, project);
    const there = await newSpec(world.bob, other);
    const handle = `${other.shortId}/${there.shortId}`;
    const { body } = await batch([
      { spec: "SPEC-1", needsFirst: [handle] },
      { title: "Fourth", needsFirst: [handle, "SPEC-1", `${plan.shortId}/SPEC-2`] },
    ]);
    expect(body.specs.map(({ needsFirst }: { needsFirst: string[] }) => needsFirst)).toEqual([
      ...[[], ["SPEC-1", "SPEC-2"]],
    ]);
    const at = (spec: string) => `${plan.shortId}/${spec}`;
    expect(await pairs()).toEqual(
      expect.arrayContaining([
        [at("SPEC-1"), handle],
        [at("SPEC-4"), handle],
      ]),
    );
    const before = await edges();
    await batch([
      { spec: "SPEC-1", needsFirst: [] },
      { spec: "SPEC-1", needsFirst: [handle] },
    ]);
    expect(await edges()).toEqual(before);
    const back = await world.bob.post(`${other.path}/specs/batch`, {
      specs: [{ spec: there.shortId, needsFirst: [at("SPEC-4")] }],
    });
    expect(outcome(back)).toBe("409 dependency_cycle");
  });

  it("refuses a need in a plan that can't be read or is archived", async () => {
    const secret = await newPlan(world.alice, project, { visibility: "PRIVATE" });
    const hidden = await newSpec(world.alice, secret);
    const needs = (reference: string) => [{ spec: "SPEC-1", needsFirst: [reference] }];
    const path = "/specs/0/needsFirst/0";
    await expectNothing(needs(`${secret.shortId}/${hidden.shortId}`), "404 not_found", path);
    await expectNothing(needs("PLAN-99/SPEC-1"), "404 not_found", path);
    await expectNothing(needs(`${plan.shortId}/SPEC-1/SPEC-2`), "404 not_found", path);
    const old = await newPlan(world.bob, project);
    const there = await newSpec(world.bob, old);
    await world.bob.post(`${old.path}/archive`);
    await expectNothing(needs(`${old.shortId}/${there.shortId}`), "409 plan_archived", path);
  });

  it("is refused to whoever may only read", async () => {
    const before = await hashOfRows(world);
    const answer = await world.vera.post(`${plan.path}/specs/batch`, {
      specs: [{ spec: "SPEC-1", title: "x" }],
    });
    expect(outcome(answer)).toBe("403 forbidden");
    expect(await hashOfRows(world)).toBe(before);
  });

  it("is repeated under its key without a second change, and shows 500 long changes whole", async () => {
    const key = { "idempotency-key": `${plan.shortId} again` };
    const body = [{ spec: "SPEC-1", edits: [{ old: "two", new: "two two" }] }];
    const [first, again] = [await batch(body, key), await batch(body, key)];
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await spec("SPEC-1")).content).toBe("one\ntwo two\nthree\n");
    const long = Array.from({ length: 20 }, (_, n) => ({ title: `long ${n}`, content: "y".repeat(70_000) }));
    await batch(long);
    const handles = Array.from({ length: 20 }, (_, n) => `SPEC-${n + 4}`);
    const changed = await batch(handles.map((handle) => ({ spec: handle, effort: 5 })));
    expect(changed.body.specs.map(({ shortId }: { shortId: string }) => shortId)).toEqual(handles);
    expect(changed.body.specs[19]).toMatchObject({ effort: 5, content: "y".repeat(70_000) });
  });
});
