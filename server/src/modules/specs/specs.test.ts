import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "../plans/rows.test-support.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";
const mostBytes = 262_144;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  beforeEach(async () => {
    plan = await newPlan(world.bob, project);
  });

  it("creates a spec from a title alone, and counts it in its plan", async () => {
    const spec = await newSpec(world.bob, plan, { title: " Sign in " });
    expect(spec).toMatchObject({
      shortId: "SPEC-1",
      title: "Sign in",
      content: "",
      status: "TODO",
      revision: 1,
      needsFirst: [],
      parentSpecId: null,
      parentShortId: null,
      effort: null,
      effortLabel: null,
      readiness: 1,
      readinessLabel: "Rough",
      acceptanceCriteria: [],
      doneWhen: [],
      external: [],
    });
    const { path, ...answered } = spec;
    expect((await world.bob.get(path)).body.spec).toEqual(answered);
    expect((await world.bob.get(plan.path)).body.plan.specCount).toBe(1);
  });

  it.each([
    [1, "Low", "Rough"],
    [2, "Low", "Rough"],
    [3, "Med", "Shaping"],
    [4, "High", "Ready"],
    [5, "High", "Ready"],
  ])(
    "labels effort and readiness %i as %s and %s; no effort has no label",
    async (grade, effort, readiness) => {
      const spec = await newSpec(world.bob, plan, { effort: grade, readiness: grade });
      expect(spec).toMatchObject({ effortLabel: effort, readinessLabel: readiness });
      const none = await world.bob.patch(spec.path, { effort: null, readiness: null });
      expect(none.body.spec).toMatchObject({
        effort: null,
        effortLabel: null,
        readiness: 1,
        readinessLabel: "Rough",
      });
    },
  );

  it("answers acceptance criteria in single reads and not in lists", async () => {
    const content = "Text.\n\n## Acceptance criteria\n1. AC-1: works\n2. **AC-2:** fails well\n3. plain";
    const spec = await newSpec(world.bob, plan, { content });
    const acceptanceCriteria = [
      { id: "AC-1", text: "works", line: 4 },
      { id: "AC-2", text: "fails well", line: 5 },
      { id: null, text: "plain", line: 6 },
    ];
    const doneWhen = ["works", "fails well", "plain"];
    expect(spec).toMatchObject({ content, acceptanceCriteria, doneWhen });
    const [listed] = (await world.bob.get(`${plan.path}/specs`)).body.specs;
    const { path: _path, acceptanceCriteria: _criteria, doneWhen: _done, external: _ext, ...rest } = spec;
    expect(listed).toEqual(rest);
  });

  it("changes only the fields of a PATCH, and the revision only with title or content", async () => {
    const { bob } = world;
    const spec = await newSpec(bob, plan, {
      content: "1. a",
      effort: 2,
      readiness: 3,
      status: "IN_PROGRESS",
    });
    const patch = async (body: object) => (await bob.patch(spec.path, body)).body.spec;
    expect(await patch({ effort: 5 })).toMatchObject({
      effort: 5,
      readiness: 3,
      revision: 1,
      content: "1. a",
    });
    expect(await patch({ title: "B" })).toMatchObject({ title: "B", revision: 2, status: "IN_PROGRESS" });
    expect(await patch({ content: "" })).toMatchObject({ title: "B", content: "", revision: 3 });
    expect(await patch({ status: "CANCELLED" })).toMatchObject({ status: "CANCELLED", revision: 3 });
    const before = await hashOfRows(world);
    for (const body of [
      {},
      { title: "B" },
      { effort: 5, content: "" },
      { needsFirst: [] },
      { parentSpecId: null },
    ])
      expect(await patch(body)).toMatchObject({ revision: 3 });
    expect(await hashOfRows(world)).toBe(before);
  });

  it.each([
    [{}, "/title"],
    [{ title: " " }, "/title"],
    [{ title: "x".repeat(201) }, "/title"],
    [{ title: "x", content: null }, "/content"],
    [{ title: "x", effort: 0 }, "/effort"],
    [{ title: "x", effort: 6 }, "/effort"],
    [{ title: "x", effort: 2.5 }, "/effort"],
    [{ title: "x", readiness: "3" }, "/readiness"],
    [{ title: "x", status: "done" }, "/status"],
    [{ title: "x", needsFirst: "SPEC-1" }, "/needsFirst"],
    [{ title: "x", needsFirst: [1] }, "/needsFirst/0"],
    [{ title: "x", shortId: "SPEC-9" }, "/shortId"],
    [{ title: "x", acceptanceCriteria: [] }, "/acceptanceCriteria"],
    [{ title: "x", ref: "a" }, "/ref"],
  ])("refuses a body of the wrong shape: %o", async (body, path) => {
    const before = await hashOfRows(world);
    const answer = await world.bob.post(`${plan.path}/specs`, body);
    expect(outcome(answer)).toBe("400 invalid_request");
    expect(answer.body.error.details[0].path).toBe(path);
    expect(await hashOfRows(world)).toBe(before);
  });

  it("lets a spec lie under another of its plan, by handle or id", async () => {
    const { bob } = world;
    const top = await newSpec(bob, plan);
    const byHandle = await newSpec(bob, plan, { parentSpecId: "SPEC-1" });
    const byId = await newSpec(bob, plan, { parentSpecId: byHandle.id });
    expect(byHandle).toMatchObject({ parentSpecId: top.id, parentShortId: "SPEC-1" });
    expect(byId).toMatchObject({ parentSpecId: byHandle.id, parentShortId: "SPEC-2" });
    for (const [spec, parent] of [
      [top, "SPEC-1"],
      [top, "SPEC-2"],
      [top, byId.id],
    ] as const) {
      const answer = await bob.patch(spec.path, { parentSpecId: parent });
      expect(outcome(answer)).toBe("409 dependency_cycle");
    }
    const cyclic = await bob.patch(top.path, { parentSpecId: "SPEC-3" });
    expect(cyclic.body.error.details.cycle).toEqual(["SPEC-3", "SPEC-2", "SPEC-1"]);
    const loose = await bob.patch(byId.path, { parentSpecId: null });
    expect(loose.body.spec).toMatchObject({ parentSpecId: null, parentShortId: null });
    expect((await bob.patch(top.path, { parentSpecId: "SPEC-3" })).body.spec.parentShortId).toBe("SPEC-3");
  });

  it("accepts content of up to 262,144 bytes in UTF-8", async () => {
    const { bob } = world;
    for (const content of ["x".repeat(mostBytes), "é".repeat(mostBytes / 2), `${"計".repeat(87_381)}x`]) {
      const spec = await newSpec(bob, plan, { content });
      expect(spec.content).toBe(content);
      const more = await bob.patch(spec.path, { content: `${content}x` });
      expect(outcome(more)).toBe("400 invalid_request");
      expect(more.body.error.details[0].path).toBe("/content");
    }
  });

  it("reads ten thousand criteria", async () => {
    const lines = Array.from({ length: 10_000 }, (_, n) => `${n + 1}. criterion ${n}`);
    const spec = await newSpec(world.bob, plan, { content: `# Acceptance criteria\n${lines.join("\n")}` });
    expect(spec.acceptanceCriteria).toHaveLength(10_000);
    expect(spec.acceptanceCriteria[9999]).toMatchObject({ id: null, text: "criterion 9999" });
    expect((await world.bob.get(spec.path)).body.spec.acceptanceCriteria).toHaveLength(10_000);
  });

  it("pages specs by position, and pages are stable while specs are added", async () => {
    const specs = Array.from({ length: 5 }, (_, n) => ({ title: `s${n}` }));
    await world.bob.post(`${plan.path}/specs/batch`, { specs });
    const specShortIds = ["SPEC-3", "SPEC-1", "SPEC-5", "SPEC-2", "SPEC-4"];
    await world.bob.post(`${plan.path}/specs/reorder`, { specShortIds });
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { body } = await world.bob.get(`${plan.path}/specs?limit=2${cursor ? `&cursor=${cursor}` : ""}`);
      seen.push(...body.specs.map((spec: { shortId: string }) => spec.shortId));
      if (!cursor) await newSpec(world.bob, plan);
      cursor = body.nextCursor;
      if (!cursor) break;
    }
    expect(seen).toEqual([...specShortIds, "SPEC-6"]);
  });
});
