import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { textColumns } from "./derived-columns.ts";

const project = "/v1/projects/web";
const intro = "Contacts come from a file, so that nobody types them again.\n\n## Done when\n\n";
const failing = "1. If a row has no address, then the row is listed as skipped.\n";
const ready = intro + failing;
const vague = `${ready}2. The page lists the contacts fast.\n`;
const open = `${ready}\nTBD: the encoding\n`;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  beforeEach(async () => {
    plan = await newPlan(world.bob, project);
  });

  const get = async (path: string) => (await world.bob.get(path)).body;
  /** Returns a spec's grade, checking that all endpoints show the same. */
  async function gradeOf({ path, id }: { path: string; id: string }): Promise<number> {
    const shown = await get(`${path}/readiness`);
    const { spec } = await get(path);
    const { specs } = await get(path.slice(0, path.lastIndexOf("/")));
    const listed = specs.find((each: { id: string }) => each.id === id);
    expect([spec.readiness, listed.readiness]).toEqual([shown.readiness, shown.readiness]);
    expect([spec.readinessLabel, listed.readinessLabel]).toEqual([shown.label, shown.label]);
    return shown.readiness;
  }
  async function expectKept() {
    const rows = await world.context.db
      .selectFrom("specs")
      .select(["title", "content", "effort", "readiness_computed", "text_hash"])
      .where("plan_id", "=", plan.id)
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toEqual(textColumns(row));
  }

  it.each([
    ["", 1, "Rough"],
    [ready, 5, "Ready"],
    [vague, 4, "Ready"],
    [open, 3, "Shaping"],
  ])("computes readiness for a new spec: %j", async (content, grade, label) => {
    const spec = await newSpec(world.bob, plan, { content });
    expect(spec).toMatchObject({ readiness: grade, readinessLabel: label });
    expect(await gradeOf(spec)).toBe(grade);
    const batch = await world.bob.post(`${plan.path}/specs/batch`, {
      specs: [{ title: "a", content }, { title: "b" }],
    });
    expect(batch.body.specs).toMatchObject([{ readiness: grade, readinessLabel: label }, { readiness: 1 }]);
    await expectKept();
  });

  it("recomputes readiness at every change of title, content and effort, and stores the text's hash", async () => {
    const spec = await newSpec(world.bob, plan, { content: ready });
    const after = async (body: object) => {
      expect(outcome(await world.bob.patch(spec.path, body))).toBe("200");
      await expectKept();
      return gradeOf(spec);
    };
    expect(await after({ content: open })).toBe(3);
    expect(await after({ content: ready, title: "Which import?" })).toBe(3);
    expect(await after({ title: "Import" })).toBe(5);
    expect(await after({ effort: 5 })).toBe(3);
    expect(await after({ effort: null })).toBe(5);
    expect(await after({ status: "IN_PROGRESS" })).toBe(5);
    expect(await after({ content: `TBD\n\n${ready}`, baseRevision: 4 })).toBe(3);
  });

  it("recomputes readiness for a merged text, a restored version and a spec that moved", async () => {
    const spec = await newSpec(world.bob, plan, { content: open });
    await world.bob.patch(spec.path, { content: `First.\n\n${open}` });
    const merged = await world.bob.patch(spec.path, { content: ready, baseRevision: 1 });
    expect(merged.body.spec).toMatchObject({ content: `First.\n\n${ready}`, readiness: 5 });
    await expectKept();
    expect((await world.bob.post(`${spec.path}/versions/1/restore`)).body.spec.readiness).toBe(3);
    await expectKept();
    const target = await newPlan(world.bob, project);
    const moved = await world.bob.post(`${spec.path}/move`, { planId: target.id });
    expect(moved.body.spec.readiness).toBe(3);
    plan = target;
    await expectKept();
  });

  it("keeps a readiness set by a person through changes of the text, until they clear it", async () => {
    const spec = await newSpec(world.bob, plan, { content: open, readiness: 5 });
    expect(spec).toMatchObject({ readiness: 5, readinessLabel: "Ready" });
    await world.bob.patch(spec.path, { content: "", readiness: 2 });
    expect(await gradeOf(spec)).toBe(2);
    await world.bob.patch(spec.path, { content: ready });
    expect(await get(`${spec.path}/readiness`)).toMatchObject({
      readiness: 2,
      label: "Rough",
      source: "set",
    });
    const back = await world.bob.patch(spec.path, { readiness: null });
    expect(back.body.spec).toMatchObject({ readiness: 5, readinessLabel: "Ready" });
    expect((await get(`${spec.path}/readiness`)).source).toBe("computed");
  });

  it("lists the rubric's findings, with line and fix, even if a person has set the readiness", async () => {
    const spec = await newSpec(world.bob, plan, { content: `${vague}\nTBD: the encoding\n` });
    const reasons = [
      { code: "open-questions", text: "Still open: TBD: the encoding", line: 8, fix: expect.any(String) },
      { code: "vague-words", text: "Criterion 2 says “fast”.", line: 6, fix: expect.any(String) },
    ];
    const computed = { readiness: 2, label: "Rough", source: "computed", revision: 1, reasons };
    expect(await get(`${spec.path}/readiness`)).toEqual(computed);
    await world.bob.patch(spec.path, { readiness: 4 });
    const set = { readiness: 4, label: "Ready", source: "set", revision: 1, reasons };
    expect(await get(`${spec.path}/readiness`)).toEqual(set);
    await world.bob.patch(spec.path, { content: `\n${vague}` });
    const moved = await get(`${spec.path}/readiness`);
    expect([moved.revision, moved.reasons.map(({ line }: { line: number }) => line)]).toEqual([2, [7]]);
  });

  it.each(["SPEC-9", "PLAN-1", "spec-1", "%20"])(
    "answers 404 for %s, which is no spec of the plan",
    async (handle) => {
      await newSpec(world.bob, plan);
      expect(outcome(await world.bob.get(`${plan.path}/specs/${handle}/readiness`))).toBe("404 not_found");
    },
  );

  describe("a section of open questions in the plan's description", () => {
    const asked = "Contacts.\n\n## Requiring clarification\n- The limit of rows\n";
    const describePlan = (description: string | null) => world.bob.patch(plan.path, { description });

    it("lowers the grades of the plan's specs while one of them is open", async () => {
      const spec = await newSpec(world.bob, plan, { content: ready });
      const rough = await newSpec(world.bob, plan, { content: "" });
      expect(await gradeOf(spec)).toBe(5);
      await describePlan(asked);
      expect([await gradeOf(spec), await gradeOf(rough)]).toEqual([3, 1]);
      expect((await get(`${spec.path}/readiness`)).reasons).toEqual([
        {
          code: "open-questions",
          line: null,
          text: "The plan's description has open questions.",
          fix: expect.any(String),
        },
      ]);
      const next = (await get("/v1/next?limit=200")).specs;
      expect(next.find((each: { id: string }) => each.id === spec.id).readiness).toBe(3);
      for (const settled of [asked.replace("- The", "- ~~The"), "Which limit? Nobody knows.", null]) {
        await describePlan(asked);
        expect(outcome(await describePlan(settled))).toBe("200");
        expect([settled, await gradeOf(spec)]).toEqual([settled, 5]);
      }
    });

    it("counts from the plan's creation on, for its own specs only, and not if a person has set the readiness", async () => {
      plan = await newPlan(world.bob, project, { description: asked });
      const spec = await newSpec(world.bob, plan, { content: ready });
      expect(spec.readiness).toBe(3);
      expect(await gradeOf(spec)).toBe(3);
      await world.bob.patch(spec.path, { readiness: 5 });
      expect(await gradeOf(spec)).toBe(5);
      const below = await newPlan(world.bob, project, { parentPlanId: plan.id });
      expect((await newSpec(world.bob, below, { content: ready })).readiness).toBe(5);
    });

    it("changes the tag of the plan's list and of its specs", async () => {
      const spec = await newSpec(world.bob, plan, { content: ready });
      const paths = [`${plan.path}/specs`, spec.path];
      const tags = async () =>
        Promise.all(paths.map(async (path) => (await world.bob.get(path)).headers.etag));
      const before = await tags();
      await describePlan(asked);
      const after = await tags();
      expect(before.every((tag, index) => tag !== null && tag !== after[index])).toBe(true);
    });
  });

  describe("a cancelled spec that is needed first", () => {
    const cancel = (path: string) => world.bob.patch(path, { status: "CANCELLED" });

    it("lowers the grade while it is cancelled", async () => {
      const needed = await newSpec(world.bob, plan, { content: ready });
      const spec = await newSpec(world.bob, plan, { content: vague, needsFirst: ["SPEC-1"] });
      expect(await gradeOf(spec)).toBe(4);
      await cancel(needed.path);
      expect(await gradeOf(spec)).toBe(2);
      expect(await gradeOf(needed)).toBe(5);
      expect((await get(`${spec.path}/readiness`)).reasons[0]).toMatchObject({
        code: "dangling-dependencies",
        text: "SPEC-1 is needed first, but is cancelled.",
        line: null,
      });
      for (const status of ["TODO", "DONE"]) {
        await world.bob.patch(needed.path, { status });
        expect(await gradeOf(spec)).toBe(4);
      }
    });

    it("doesn't change a readiness set by a person", async () => {
      const needed = await newSpec(world.bob, plan, { status: "CANCELLED" });
      const spec = await newSpec(world.bob, plan, { content: ready, needsFirst: ["SPEC-1"], readiness: 5 });
      expect(await gradeOf(spec)).toBe(5);
      await world.bob.patch(spec.path, { readiness: null });
      expect(await gradeOf(spec)).toBe(3);
      expect(await gradeOf(needed)).toBe(1);
    });

    it("no longer lowers it once the dependency or the spec is gone", async () => {
      const { bob } = world;
      const needed = await newSpec(bob, plan, { status: "CANCELLED" });
      const spec = await newSpec(bob, plan, { content: ready });
      const made = await bob.post(`${plan.path}/dependencies`, { fromSpecId: spec.id, toSpecId: needed.id });
      expect(await gradeOf(spec)).toBe(3);
      await bob.delete(`${plan.path}/dependencies/${made.body.dependency.id}`);
      expect(await gradeOf(spec)).toBe(5);
      await bob.patch(spec.path, { needsFirst: ["SPEC-1"] });
      expect(await gradeOf(spec)).toBe(3);
      await bob.patch(spec.path, { needsFirst: [] });
      expect(await gradeOf(spec)).toBe(5);
      await bob.patch(spec.path, { needsFirst: ["SPEC-1"] });
      await bob.delete(needed.path);
      expect(await gradeOf(spec)).toBe(5);
    });

    it("counts within one plan only: elsewhere not every reader may know of it", async () => {
      const { bob } = world;
      const needed = await newSpec(bob, plan, { status: "CANCELLED" });
      const spec = await newSpec(bob, plan, { content: ready, needsFirst: ["SPEC-1"] });
      const other = await newPlan(bob, project);
      const moved = (await bob.post(`${needed.path}/move`, { planId: other.id })).body.spec;
      expect(await gradeOf(spec)).toBe(5);
      await bob.post(`${spec.path}/move`, { planId: other.id });
      expect(await gradeOf({ id: spec.id, path: `${other.path}/specs/SPEC-2` })).toBe(3);
      expect(moved.shortId).toBe("SPEC-1");
    });

    it("counts within a batch", async () => {
      const specs = [
        { title: "a", ref: "a", status: "CANCELLED" },
        { title: "b", content: ready, needsFirst: ["a"] },
      ];
      const { body } = await world.bob.post(`${plan.path}/specs/batch`, { specs });
      expect(body.specs.map((spec: { readiness: number }) => spec.readiness)).toEqual([1, 3]);
    });
  });
});
