import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";
const titles = (sources: { title: string }[]) => sources.map(({ title }) => title);

describe.each(databases)("context sources, on $database", ({ create }) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(create);
    await world.alice.post("/v1/projects", { name: "Web" });
    await world.alice.post("/v1/projects", { name: "App" });
  });
  afterAll(() => world.close());

  const add = async (who: Person, path: string, title: string, text = "Some text.", more = {}) =>
    (await who.post(`${path}/context`, { title, text, ...more })).body.source;
  /** Waits until a source was read. */
  const enriched = async (path: string) => {
    for (;;) {
      const { source } = (await world.alice.get(path)).body;
      if (source.enrichment.status !== "pending" && source.enrichment.status !== "running") return source;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it("are added at three scopes, and answer with every field", async () => {
    const { alice } = world;
    const plan = await newPlan(alice, project, {});
    for (const [path, scope] of [
      ["/v1", "TEAM"],
      [project, "PROJECT"],
      [plan.path, "PLAN"],
    ] as const) {
      const { status, body } = await alice.post(`${path}/context`, { title: "Every field", text: "Hello." });
      expect(status).toBe(201);
      expect(body.source).toEqual({
        id: expect.any(String),
        scope,
        kind: "note",
        sourceKind: "PASTED",
        title: "Every field",
        description: null,
        tokenCount: 0,
        folderPath: "",
        hasFile: false,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        degraded: false,
        enrichment: { status: "pending", reason: "" },
        text: "Hello.",
        textChars: 6,
        url: null,
        revision: 1,
      });
      const read = await enriched(`${path}/context/${body.source.id}`);
      expect(read).toMatchObject({ tokenCount: 2, description: "Hello.", enrichment: { status: "done" } });
      expect("active" in read).toBe(scope === "PLAN");
    }
  });

  it("of a plan are listed with those of the plans above it, of the project and of the workspace", async () => {
    const { alice, bob } = world;
    const root = await newPlan(alice, project, {});
    const sub = await newPlan(alice, project, { parentPlanId: root.id });
    const other = await newPlan(alice, project, {});
    const ids: string[] = [];
    for (const [path, title] of [
      [sub.path, "of the sub-plan"],
      ["/v1", "of the team"],
      [root.path, "of the root"],
      [project, "of the project"],
      [other.path, "of another plan"],
      ["/v1/projects/app", "of another project"],
    ] as const)
      ids.push((await add(alice, path, title)).id);
    const listed = async (path: string) =>
      titles((await bob.get(`${path}/context`)).body.sources).filter((title) => title.startsWith("of "));
    expect(await listed(sub.path)).toEqual([
      "of the sub-plan",
      "of the team",
      "of the root",
      "of the project",
    ]);
    expect(await listed(root.path)).toEqual(["of the team", "of the root", "of the project"]);
    expect(await listed(project)).toEqual(["of the team", "of the project"]);
    expect(await listed("/v1")).toEqual(["of the team"]);
    const [ofSub, ofTeam, ofRoot, ofProject, ofOther] = ids;
    for (const id of [ofSub, ofTeam, ofRoot, ofProject])
      expect((await bob.get(`${sub.path}/context/${id}`)).status).toBe(200);
    for (const [path, id] of [
      [sub.path, ofOther],
      [root.path, ofSub],
      [project, ofRoot],
      ["/v1", ofProject],
    ])
      expect(outcome(await bob.get(`${path}/context/${id}`))).toBe("404 not_found");
    await alice.post(`${sub.path}/move`, { parentPlanId: other.id });
    expect(await listed(sub.path)).toEqual([
      "of the sub-plan",
      "of the team",
      "of the project",
      "of another plan",
    ]);
  });

  it("are switched off for one plan, inherited ones too, and start switched on", async () => {
    const { alice, vera } = world;
    const root = await newPlan(alice, project, {});
    const sub = await newPlan(alice, project, { parentPlanId: root.id });
    const { id } = await add(alice, root.path, "Switched");
    const active = async (path: string) =>
      (await alice.get(`${path}/context`)).body.sources.find((source: { id: string }) => source.id === id)
        .active;
    expect([await active(root.path), await active(sub.path)]).toEqual([true, true]);
    for (let twice = 0; twice < 2; twice++) {
      const off = await alice.put(`${sub.path}/context/${id}/active`, { active: false });
      expect(off.body.source).toMatchObject({ id, active: false });
    }
    expect([await active(root.path), await active(sub.path)]).toEqual([true, false]);
    expect((await alice.get(`${sub.path}/context/${id}`)).body.source.active).toBe(false);
    await alice.put(`${sub.path}/context/${id}/active`, { active: true });
    expect(await active(sub.path)).toBe(true);
    expect(outcome(await vera.put(`${sub.path}/context/${id}/active`, { active: false }))).toBe(
      "403 forbidden",
    );
  });

  it("that are inherited are changed only where they belong", async () => {
    const { alice } = world;
    const plan = await newPlan(alice, project, {});
    const { id } = await add(alice, project, "Inherited");
    const path = `${plan.path}/context/${id}`;
    expect(outcome(await alice.patch(path, { title: "Changed" }))).toBe("409 inherited_source");
    expect(outcome(await alice.delete(path))).toBe("409 inherited_source");
    expect((await alice.patch(`${project}/context/${id}`, { title: "Changed" })).body.source.title).toBe(
      "Changed",
    );
  });

  it("are the members' to change, also those of the workspace; viewers read them", async () => {
    const { alice, bob, vera, mallory } = world;
    const plan = await newPlan(alice, project, {});
    for (const path of ["/v1", project, plan.path]) {
      const { id } = await add(bob, path, "Of a member");
      const at = `${path}/context/${id}`;
      expect((await vera.get(at)).status).toBe(200);
      for (const refused of [
        await vera.post(`${path}/context`, { title: "By a viewer", text: "" }),
        await vera.patch(at, { title: "By a viewer" }),
        await vera.delete(at),
      ])
        expect(outcome(refused)).toBe("403 forbidden");
      expect(outcome(await mallory.get(at))).toBe("404 not_found");
      expect((await bob.delete(at)).body).toEqual({ deleted: true });
      expect(outcome(await bob.get(at))).toBe("404 not_found");
    }
  });

  it("of a plan that is private or archived follow the plan", async () => {
    const { alice, bob } = world;
    const plan = await newPlan(bob, project, { visibility: "PRIVATE" });
    const { id } = await add(bob, plan.path, "Private");
    for (const path of [`${plan.path}/context`, `${plan.path}/context/${id}`])
      expect(outcome(await alice.get(path))).toBe("404 not_found");
    await bob.post(`${plan.path}/archive`);
    expect((await bob.get(`${plan.path}/context/${id}`)).status).toBe(200);
    for (const refused of [
      await bob.post(`${plan.path}/context`, { title: "Late", text: "" }),
      await bob.patch(`${plan.path}/context/${id}`, { title: "Late" }),
      await bob.put(`${plan.path}/context/${id}/active`, { active: false }),
      await bob.delete(`${plan.path}/context/${id}`),
    ])
      expect(outcome(refused)).toBe("409 plan_archived");
  });

  it("have a title that is unique in its folder, also when two are added at once", async () => {
    const { alice, bob } = world;
    const plan = await newPlan(alice, project, {});
    const both = await Promise.all(
      [alice, bob].map((who) => who.post(`${plan.path}/context`, { title: "Twice", text: "" })),
    );
    expect(both.map(outcome).toSorted()).toEqual(["201", "409 title_taken"]);
    const other = await add(alice, plan.path, "Twice", "", { folderPath: "a/b" });
    const moved = await alice.patch(`${plan.path}/context/${other.id}`, { folderPath: "" });
    expect(outcome(moved)).toBe("409 title_taken");
    const renamed = await alice.patch(`${plan.path}/context/${other.id}`, { folderPath: "", title: "Once" });
    expect(renamed.body.source).toMatchObject({ folderPath: "", title: "Once" });
  });

  it("lie in folders whose paths are brought to one form, and never hold `..`", async () => {
    const { alice } = world;
    const plan = await newPlan(alice, project, {});
    for (const [given, kept] of [
      ["", ""],
      ["/", ""],
      ["/a//b/", "a/b"],
      ["./a/./b", "a/b"],
      ["a\\b", "a/b"],
      [" a / b ", "a/b"],
    ] as const) {
      const source = await add(alice, plan.path, `In ${JSON.stringify(given)}`, "", { folderPath: given });
      expect(source.folderPath).toBe(kept);
    }
    for (const folderPath of ["..", "a/../b", "a\\..\\b", "a\u202eb", "a\nb", "x".repeat(501)])
      expect(outcome(await alice.post(`${plan.path}/context`, { title: "Bad", text: "", folderPath }))).toBe(
        "400 invalid_request",
      );
  });

  it("keep their versions: changes that don't overlap are merged, others tell the three texts", async () => {
    const { alice, bob } = world;
    const text = "First line.\nSecond line.\nThird line.\n";
    const { id } = await add(alice, project, "Merged", text);
    const path = `${project}/context/${id}`;
    await alice.patch(path, { text: text.replace("First", "1st") });
    const merged = await bob.patch(path, { text: text.replace("Third", "3rd"), baseRevision: 1 });
    expect(merged.body.source).toMatchObject({ revision: 3, text: "1st line.\nSecond line.\n3rd line.\n" });
    const conflict = await bob.patch(path, { text: text.replace("First", "One"), baseRevision: 1 });
    expect(outcome(conflict)).toBe("409 revision_conflict");
    expect(conflict.body.error.details).toEqual({
      revision: 3,
      base: text,
      yours: text.replace("First", "One"),
      current: "1st line.\nSecond line.\n3rd line.\n",
    });
    expect(outcome(await bob.patch(path, { text, baseRevision: 99 }))).toBe("400 invalid_request");
    await enriched(path);
    const etag = String((await alice.get(path)).headers.etag);
    expect((await alice.get(path, { "if-none-match": etag })).status).toBe(304);
    await alice.patch(path, { title: "Merged, renamed" });
    expect(outcome(await bob.patch(path, { text }, { "if-match": etag }))).toBe("412 precondition_failed");
    expect(outcome(await bob.delete(path, { "if-match": etag }))).toBe("412 precondition_failed");
  });

  it("are read from an offset in characters, which are code points, and end at a million", async () => {
    const { alice } = world;
    const text = `${"😀".repeat(70_000)}${"a".repeat(1_000_000)}end`;
    const { id } = await add(alice, project, "Long", text);
    const path = `${project}/context/${id}`;
    const whole = (await alice.get(path)).body.source;
    expect([whole.textChars, [...whole.text].length]).toEqual([1_070_003, 1_000_000]);
    const rest = async (offset: number) => (await alice.get(`${path}?offset=${offset}`)).body.source.text;
    expect(await rest(1_000_000)).toBe(`${"a".repeat(70_000)}end`);
    expect((await rest(69_999)).slice(0, 4)).toBe("😀aa");
    expect(await rest(1_070_003)).toBe("");
    expect(await rest(9_999_999)).toBe("");
    expect(outcome(await alice.get(`${path}?offset=-1`))).toBe("400 invalid_request");
  });

  it("are described by what a person wrote, else by what the text begins with", async () => {
    const { alice } = world;
    const text = "# Interviews\n\nWe asked **twelve** guests.\n\nMore.";
    const source = await add(alice, project, "Described", text);
    const path = `${project}/context/${source.id}`;
    expect((await enriched(path)).description).toBe("Interviews: We asked twelve guests.");
    await alice.patch(path, { description: "Mine", text: "# Others\n\nText." });
    expect((await enriched(path)).description).toBe("Mine");
    await alice.patch(path, { description: null });
    expect((await enriched(path)).description).toBe("Others: Text.");
    const empty = await add(alice, project, "Empty", "");
    expect((await enriched(`${project}/context/${empty.id}`)).enrichment).toEqual({
      status: "skipped",
      reason: "The text is empty.",
    });
  });

  it("are paged by creation, and answer whole where no page is asked for", async () => {
    const { alice } = world;
    const plan = await newPlan(alice, "/v1/projects/app", {});
    for (let n = 0; n < 60; n++)
      await add(alice, n % 3 === 0 ? "/v1/projects/app" : plan.path, `Source ${n}`, "");
    const ours = (sources: { title: string }[]) =>
      titles(sources).filter((title) => title.startsWith("Source"));
    const all = Array.from({ length: 60 }, (_, n) => `Source ${n}`);
    expect(ours((await alice.get(`${plan.path}/context`)).body.sources)).toEqual(all);
    const paged: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await alice.get(`${plan.path}/context?limit=7${cursor}`);
      expect(body.sources.length).toBeLessThanOrEqual(7);
      paged.push(...ours(body.sources));
      if (!body.nextCursor) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(paged).toEqual(all);
  });

  it("go with their plan when it is deleted, and leave no text or version behind", async () => {
    const { alice, context } = { ...world, alice: world.alice, context: world.context };
    const plan = await newPlan(alice, project, {});
    const { id } = await add(alice, plan.path, "Gone with its plan");
    await alice.put(`${plan.path}/context/${id}/active`, { active: false });
    await alice.delete(plan.path);
    const left = async (table: "context_texts" | "context_unused") =>
      (await context.db.selectFrom(table).select("source_id").where("source_id", "=", id).execute()).length;
    const versions = await context.db
      .selectFrom("revisions")
      .select("seq")
      .where("subject_id", "=", id)
      .execute();
    expect([await left("context_texts"), await left("context_unused"), versions.length]).toEqual([0, 0, 0]);
  });

  it("repeat the answer of a creation under an Idempotency-Key, and add nothing twice", async () => {
    const { alice } = world;
    const send = () =>
      alice.post(
        `${project}/context`,
        { title: "Once", text: "Text." },
        { "idempotency-key": "context-once" },
      );
    const first = await send();
    const again = await send();
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(again.body.source.id).toBe(first.body.source.id);
  });
});
