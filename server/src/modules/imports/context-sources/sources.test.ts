import { describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../../test/expect-error.ts";
import { form, formHeaders } from "../../../../test/form.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { hashOfRows } from "../../plans/rows.test-support.ts";
import { bringAll, type ContextSource, send, source } from "../scene.test-support.ts";

const project = "/v1/projects/web";
let refs = 0;
const newRef = () => `kiro:context-${refs++}`;

const text = (externalRef: string, of: string, more: Partial<ContextSource> = {}): ContextSource => ({
  externalRef,
  title: "Design",
  text: of,
  ...more,
});

describe.each(databases)("imported context sources, on $database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  /** Returns the own sources of a plan or project with their texts, once all are read. */
  async function sourcesOf(path: string) {
    const { sources } = (await world.alice.get(`${path}/context`)).body;
    const own = sources.filter(({ scope }: { scope: string }) =>
      path.includes("/plans/") ? scope === "PLAN" : scope === "PROJECT",
    );
    const read = async (id: string) => {
      for (;;) {
        const found = (await world.alice.get(`${path}/context/${id}`)).body.source;
        if (found.enrichment.status === "done") return found;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    return Promise.all(own.map(({ id }: { id: string }) => read(id)));
  }
  async function bringPlan(ref: string, sources: ContextSource[] | undefined, options = {}) {
    const plan = { ...source(ref, "One."), ...(sources ? { sources } : {}) };
    const { plans } = await bringAll(world.alice, project, { plans: [plan], ...options });
    return { ...plans[0], path: `${project}/plans/${plans[0].planShortId}` };
  }
  const typesOf = async (sourceId: string) => {
    const rows = await world.context.db
      .selectFrom("events")
      .select("type")
      .where("subject_id", "=", sourceId)
      .orderBy("seq")
      .execute();
    return rows.map(({ type }) => type);
  };

  it("come with their plan or for the project, after the plan's event, and are read like any pasted text", async () => {
    const { bob } = world;
    const ref = newRef();
    const design = text(`${ref}/design.md`, "# Design\n\nHow.", { kind: "design" });
    const research = text(`${ref}/research.md`, "Why.", {
      title: "Research",
      kind: "research",
      sourceKind: "RESEARCH",
      folderPath: "found//out/",
    });
    const steering = text("kiro:first/tech.md", "Tech.", { title: "Tech", folderPath: "steering" });
    const told = await bringAll(bob, project, {
      plans: [{ ...source(ref, "One."), sources: [design, research] }],
      sources: [steering],
    });
    const [plan] = told.plans;
    expect(plan.sources).toEqual([
      {
        externalRef: `${ref}/design.md`,
        sourceId: expect.any(String),
        title: "Design",
        outcome: "created",
        changed: [],
        conflicts: [],
      },
      expect.objectContaining({ title: "Research", outcome: "created" }),
    ]);
    expect(told.sources).toEqual([expect.objectContaining({ title: "Tech", outcome: "created" })]);
    const path = `${project}/plans/${plan.planShortId}`;
    expect(await sourcesOf(path)).toMatchObject([
      {
        id: plan.sources[0].sourceId,
        scope: "PLAN",
        kind: "design",
        sourceKind: "PASTED",
        text: "# Design\n\nHow.",
        folderPath: "",
        revision: 1,
        tokenCount: 5,
        active: true,
        description: "Design: How.",
      },
      { kind: "research", sourceKind: "RESEARCH", folderPath: "found/out", text: "Why." },
    ]);
    expect(await sourcesOf(project)).toMatchObject([
      { id: told.sources[0].sourceId, scope: "PROJECT", kind: "note", folderPath: "steering", text: "Tech." },
    ]);
    const events = await world.context.db
      .selectFrom("events")
      .select(["type", "plan_id", "actor_user_id"])
      .orderBy("seq", "desc")
      .limit(5)
      .execute();
    expect(events.reverse().map(({ type, plan_id }) => [type, plan_id])).toEqual([
      ["plan.created", plan.planId],
      ["spec.created", plan.planId],
      ["context_source.created", plan.planId],
      ["context_source.created", plan.planId],
      ["context_source.created", null],
    ]);
    expect(new Set(events.map((event) => event.actor_user_id))).toEqual(new Set([bob.userId]));
  });

  it("are unchanged if the import is unchanged since last time, whatever people changed here", async () => {
    const ref = newRef();
    const design = text(`${ref}/design.md`, "a\nb");
    const { path, sources } = await bringPlan(ref, [design]);
    const untouched = async () => {
      const before = [await hashOfRows(world), await sourcesOf(path)];
      for (const onConflict of ["keep", "theirs", "ours"] as const) {
        const told = await bringPlan(ref, [design], { onConflict });
        expect(told.sources).toMatchObject([{ outcome: "unchanged", changed: [], conflicts: [] }]);
      }
      expect([await hashOfRows(world), await sourcesOf(path)]).toEqual(before);
    };
    await untouched();
    const change = { title: "Ours", text: "other", folderPath: "elsewhere", kind: "own" };
    await world.alice.patch(`${path}/context/${sources[0].sourceId}`, change);
    await untouched();
    expect(await typesOf(sources[0].sourceId)).toEqual(["context_source.created", "context_source.updated"]);
  });

  it("apply changes of the import alone, and keep those of people, also at the third import", async () => {
    const ref = newRef();
    const lines = ["a", "b", "c", "d", "e", "f"];
    const kiro = (changes: Record<string, string> = {}) =>
      text(`${ref}/design.md`, lines.map((line) => changes[line] ?? line).join("\n"));
    const { path, sources } = await bringPlan(ref, [kiro()]);
    const sourcePath = `${path}/context/${sources[0].sourceId}`;
    await world.alice.patch(sourcePath, { text: kiro({ a: "people" }).text, folderPath: "kept" });
    const told = await bringPlan(ref, [{ ...kiro({ c: "source" }), title: "New title" }]);
    expect(told.outcome).toBe("unchanged");
    expect(told.sources).toEqual([
      {
        externalRef: `${ref}/design.md`,
        sourceId: sources[0].sourceId,
        title: "New title",
        outcome: "updated",
        changed: ["title", "text"],
        conflicts: [],
      },
    ]);
    await bringPlan(ref, [{ ...kiro({ c: "source", e: "third" }), title: "New title" }]);
    const [after] = await sourcesOf(path);
    expect(after).toMatchObject({ title: "New title", folderPath: "kept", revision: 4 });
    expect(after.text).toBe(kiro({ a: "people", c: "source", e: "third" }).text);
  });

  it("show lines that both changed at each import, until they are resolved for one side", async () => {
    for (const settle of ["theirs", "ours"] as const) {
      const ref = newRef();
      const { path, sources } = await bringPlan(ref, [text("design", "a\nb\nc\nd")]);
      const sourcePath = `${path}/context/${sources[0].sourceId}`;
      await world.alice.patch(sourcePath, { title: "Here", text: "a\nhere\nc\nd" });
      const changed = [text("design", "a\nthere\nc\nD", { title: "There" })];
      const open = [
        { field: "title", line: null, here: "Here", source: "There" },
        { field: "text", line: 2, here: "here", source: "there" },
      ];
      const dry = await bringPlan(ref, changed, { dryRun: true });
      const told = await bringPlan(ref, changed);
      expect(told.sources).toEqual(dry.sources);
      expect(told.sources).toMatchObject([{ outcome: "updated", changed: ["text"], conflicts: open }]);
      const before = [await hashOfRows(world), await sourcesOf(path)];
      expect((await bringPlan(ref, changed)).sources).toMatchObject([
        { outcome: "unchanged", title: "Here", conflicts: open },
      ]);
      expect([await hashOfRows(world), await sourcesOf(path)]).toEqual(before);
      const settled = await bringPlan(ref, changed, { onConflict: settle });
      expect(settled.sources).toMatchObject([{ conflicts: [] }]);
      const last = settle === "theirs" ? ["There", "a\nthere\nc\nD"] : ["Here", "a\nhere\nc\nD"];
      const [after] = await sourcesOf(path);
      expect([after.title, after.text]).toEqual(last);
      expect((await bringPlan(ref, changed)).sources).toMatchObject([
        { outcome: "unchanged", conflicts: [] },
      ]);
    }
  });

  it("that are long are merged as a whole if one side changed them, and conflict as a whole if both did", async () => {
    const ref = newRef();
    const long = `${"A line of a long text.\n".repeat(60_000)}`;
    const { path, sources } = await bringPlan(ref, [text("design", long)]);
    expect((await bringPlan(ref, [text("design", `${long}end`)])).sources[0].changed).toEqual(["text"]);
    await world.alice.patch(`${path}/context/${sources[0].sourceId}`, { text: `here\n${long}end` });
    const { sources: told } = await bringPlan(ref, [text("design", `${long}other end`)]);
    expect(told[0]).toMatchObject({ outcome: "unchanged", changed: [], conflicts: [{ line: 1 }] });
  });

  it("missing from the import are named and left; an import without a list of sources names none", async () => {
    const ref = newRef();
    const both = [text("design", "Design."), text("research", "Research.", { title: "Research" })];
    const { path } = await bringPlan(ref, both);
    expect((await bringPlan(ref, both.slice(0, 1))).sources).toMatchObject([
      { outcome: "unchanged" },
      { externalRef: "research", title: "Research", outcome: "vanished", sourceId: expect.any(String) },
    ]);
    expect((await bringPlan(ref, [])).sources).toMatchObject([
      { outcome: "vanished" },
      { outcome: "vanished" },
    ]);
    expect((await bringPlan(ref, undefined)).sources).toEqual([]);
    expect(await sourcesOf(path)).toHaveLength(2);
    await bringAll(world.alice, project, { plans: [], sources: [text("kiro:gone", "x", { title: "Gone" })] });
    const other = await bringAll(world.alice, project, { plans: [source(ref, "One.")] });
    expect(other.sources).toEqual([]);
    const none = await bringAll(world.alice, project, { plans: [source(ref, "One.")], sources: [] });
    expect(none.sources).toContainEqual(expect.objectContaining({ title: "Gone", outcome: "vanished" }));
  });

  it("that were deleted here stay deleted, and nothing of their text is kept; `theirs` creates them again", async () => {
    const ref = newRef();
    const design = text("design", "Secret.");
    const { path, sources } = await bringPlan(ref, [design]);
    await world.alice.delete(`${path}/context/${sources[0].sourceId}`);
    const kept = await world.context.db
      .selectFrom("imported_sources")
      .selectAll()
      .where("source_id", "=", sources[0].sourceId)
      .execute();
    expect(kept).toMatchObject([{ title: null, text: null, text_hash: null }]);
    for (const change of [design, text("design", "Changed.")])
      expect((await bringPlan(ref, [change])).sources).toEqual([
        {
          externalRef: "design",
          sourceId: null,
          title: "Design",
          outcome: "deleted",
          changed: [],
          conflicts: [],
        },
      ]);
    expect(await sourcesOf(path)).toEqual([]);
    const again = await bringPlan(ref, [design], { onConflict: "theirs" });
    expect(again.sources).toMatchObject([{ outcome: "created" }]);
    expect((await bringPlan(ref, [design])).sources).toMatchObject([{ outcome: "unchanged" }]);
    expect(await sourcesOf(path)).toMatchObject([{ text: "Secret." }]);
  });

  it("with a title that the folder has get a numbered one, for good", async () => {
    const ref = newRef();
    const { path } = await bringPlan(ref, []);
    await world.alice.post(`${path}/context`, { title: "Design", text: "A person's." });
    await world.alice.post(`${path}/context`, { title: "tech.md", text: "A person's." });
    const all = [
      text("1", "One."),
      text("2", "Two."),
      text("3", "Three.", { title: "tech.md" }),
      text("4", "Four.", { folderPath: "own" }),
    ];
    const dry = await bringPlan(ref, all, { dryRun: true });
    const told = await bringPlan(ref, all);
    const outcomes = [
      { title: "Design (2)", keptBothAs: "Design (2)" },
      { title: "Design (3)", keptBothAs: "Design (3)" },
      { title: "tech (2).md", keptBothAs: "tech (2).md" },
      { title: "Design" },
    ];
    expect(dry.sources).toMatchObject(outcomes);
    expect(told.sources).toMatchObject(outcomes);
    expect("keptBothAs" in told.sources[3]).toBe(false);
    expect((await bringPlan(ref, all)).sources.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
      all.map(() => "unchanged"),
    );
    // A number is nobody's edit: another title of the import is applied, and numbered if in use.
    const renamed = [{ ...text("1", "One."), title: "tech.md" }, ...all.slice(1)];
    expect((await bringPlan(ref, renamed)).sources[0]).toMatchObject({
      outcome: "updated",
      title: "tech (3).md",
      keptBothAs: "tech (3).md",
      changed: ["title"],
      conflicts: [],
    });
    expect((await sourcesOf(path)).map(({ title }) => title).sort()).toEqual(
      ["Design", "Design", "Design (3)", "tech (2).md", "tech (3).md", "tech.md"].sort(),
    );
  });

  it("replaced by an uploaded file are left alone, and all others are imported", async () => {
    const ref = newRef();
    const both = [text("design", "a", { title: "design.md" }), text("research", "b", { title: "Research" })];
    const { path, sources } = await bringPlan(ref, both);
    const file = { file: "design.md", type: "text/markdown", body: "Uploaded." };
    const parts = [{ name: "onConflict", body: "replace" }, file];
    await world.alice.post(`${path}/context/upload`, form(parts), formHeaders);
    const before = await sourcesOf(path);
    for (const onConflict of ["keep", "theirs", "ours"] as const) {
      const changed = [
        { ...text("design", onConflict), title: "Design" },
        { ...both[1], text: onConflict },
      ];
      const told = await bringPlan(ref, changed as ContextSource[], { onConflict });
      expect(told.sources).toMatchObject([
        { outcome: "replaced", sourceId: sources[0].sourceId, title: "design.md" },
        { outcome: "updated", changed: ["text"] },
      ]);
    }
    expect((await sourcesOf(path))[0]).toEqual(before[0]);
  });

  it("are found by search as soon as they are imported or changed", async () => {
    const ref = newRef();
    const { sources } = await bringPlan(ref, [text("design", "About wombats.")]);
    const found = async (word: string) =>
      (await world.alice.get(`/v1/search?q=${word}`)).body.results.map(({ id }: { id: string }) => id);
    expect(await found("wombats")).toEqual([sources[0].sourceId]);
    await bringPlan(ref, [text("design", "About quokkas.")]);
    expect([await found("wombats"), await found("quokkas")]).toEqual([[], [sources[0].sourceId]]);
  });

  it("are left alone with an archived plan, and created again with a deleted one", async () => {
    const ref = newRef();
    const design = [text("design", "Design.")];
    const { path } = await bringPlan(ref, design);
    await world.alice.post(`${path}/archive`);
    const told = await bringPlan(ref, [text("design", "Changed.")]);
    expect(told).toMatchObject({ outcome: "archived", sources: [] });
    const other = newRef();
    const first = await bringPlan(other, design);
    await world.alice.delete(first.path);
    const again = await bringPlan(other, design);
    expect(again).toMatchObject({ outcome: "created", sources: [{ outcome: "created" }] });
  });

  it("are written with the plans or not at all, and not by a dry run", async () => {
    const ref = newRef();
    const plan = { ...source(ref, "One."), sources: [text("design", "Design.")] };
    const lost = { ...source(`${ref}/x`), parentExternalRef: "nowhere" };
    const before = await hashOfRows(world);
    const sources = [text(`${ref}/steering`, "Steering.", { title: ref })];
    expectError(await send(world.alice, project, [plan, lost], { sources }), "not_found");
    const dry = await bringAll(world.alice, project, { plans: [plan], sources, dryRun: true });
    expect(dry.plans[0].sources).toMatchObject([{ outcome: "created", sourceId: null }]);
    expect(dry.sources[0]).toMatchObject({ outcome: "created", sourceId: null });
    expectError(await send(world.vera, project, [], { sources }), "forbidden");
    for (const [body, path] of [
      [
        { plans: [{ ...plan, sources: [plan.sources[0], plan.sources[0]] }] },
        "/plans/0/sources/1/externalRef",
      ],
      [{ plans: [], sources: [...sources, ...sources] }, "/sources/1/externalRef"],
      [{ plans: [], sources: [] }, "/plans"],
      [{ plans: [], sources: [{ ...sources[0], folderPath: "a/../b" }] }, "/sources/0/folderPath"],
    ] as const)
      expectInvalid(await world.alice.post(`${project}/imports`, body), [path]);
    expect(await hashOfRows(world)).toBe(before);
  });
});
