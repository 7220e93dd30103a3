import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { withRows } from "../../../test/own-connection.ts";
import { setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "../plans/rows.test-support.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { builtIn } from "./built-in/index.ts";

describe.each(databases)("$database: formats", ({ database, create }) => {
  const world = setUpWorld(create, { jobs: "off" });

  let projects = 0;
  async function newProject(): Promise<string> {
    const slug = `formatted-${projects++}`;
    await world.bob.post("/v1/projects", { name: "Formatted", slug });
    return `/v1/projects/${slug}/formats`;
  }
  const clear = (kind = "spec") => world.alice.delete(`/v1/formats/${kind}`);
  const tiersOf = async (path: string) => {
    const { formats } = (await world.vera.get(path)).body;
    return formats.map(({ kind, tier }: { kind: string; tier: string }) => `${kind} ${tier}`);
  };

  it("are the built-in ones by default, at both addresses", async () => {
    const path = await newProject();
    const all = (["spec", "epic"] as const).map((kind) => ({
      kind,
      tier: "built-in",
      markdown: builtIn[kind],
      path: `formats/${kind}.md`,
      problem: null,
      revision: 0,
    }));
    for (const level of ["/v1/formats", path]) {
      expect((await world.vera.get(level)).body).toEqual({ formats: all });
      const format = await world.vera.get(`${level}/epic`);
      expect(format.body).toEqual({ format: all[1] });
      expect(format.headers.etag).toMatch(/^"0-[\w-]{22}"$/);
    }
    const { nextCursor, formats } = (await world.vera.get(`${path}?limit=1`)).body;
    expect(formats).toEqual(all.slice(0, 1));
    const rest = { formats: all.slice(1) };
    expect((await world.vera.get(`${path}?limit=1&cursor=${nextCursor}`)).body).toEqual(rest);
    expectInvalid(await world.vera.get(`/v1/formats?cursor=${nextCursor}`), ["/cursor"]);
  });

  it("come from the project before the company, and from the company before the built-in ones", async () => {
    const { alice, bob, vera } = world;
    const path = await newProject();
    await alice.put("/v1/formats/spec", { markdown: "# Company" });
    expect(await tiersOf(path)).toEqual(["spec company", "epic built-in"]);
    const put = await bob.put(`${path}/spec`, { markdown: "# Project" });
    expect(put.body.format).toMatchObject({ tier: "project", markdown: "# Project", revision: 1 });
    expect(await tiersOf(path)).toEqual(["spec project", "epic built-in"]);
    expect(await tiersOf("/v1/formats")).toEqual(["spec company", "epic built-in"]);
    expect((await bob.delete(`${path}/spec`)).body).toEqual({ deleted: true });
    expect((await vera.get(`${path}/spec`)).body.format).toMatchObject({
      markdown: "# Company",
      revision: 2,
    });
    await clear();
    expect(await tiersOf(path)).toEqual(["spec built-in", "epic built-in"]);
  });

  it("answer 201 when created, also after a deletion, and 200 when changed", async () => {
    const path = `${await newProject()}/epic`;
    const put = async (markdown: string) => (await world.bob.put(path, { markdown })).status;
    expect([await put("One"), await put("Two"), await put("Two")]).toEqual([201, 200, 200]);
    await world.bob.delete(path);
    expect(await put("Two")).toBe(201);
    expect((await world.bob.get(path)).body.format).toMatchObject({ revision: 4, markdown: "Two" });
  });

  it("that are built in can't be deleted, and other kinds do not exist", async () => {
    const path = await newProject();
    await clear();
    const before = await hashOfRows(world);
    for (const level of ["/v1/formats", path]) {
      expectError(await world.alice.delete(`${level}/spec`), "not_found");
      for (const kind of ["specs", "SPEC", "spec.md", "constructor", "__proto__", "x".repeat(2000), "%00"]) {
        expectError(await world.alice.get(`${level}/${kind}`), "not_found", kind);
        expectError(await world.alice.put(`${level}/${kind}`, { markdown: "x" }), "not_found", kind);
        expectError(await world.alice.delete(`${level}/${kind}`), "not_found", kind);
      }
    }
    expect(await hashOfRows(world)).toBe(before);
  });

  it("are written by owners for the company, by members for a project, and read by every member", async () => {
    const { alice, bob, vera, mallory } = world;
    const path = await newProject();
    const reader = await world.reader(alice);
    await alice.put("/v1/formats/spec", { markdown: "# Company" });
    await bob.put(`${path}/spec`, { markdown: "# Project" });
    const before = await hashOfRows(world);
    for (const [who, level, code] of [
      [bob, "/v1/formats", "forbidden"],
      [vera, "/v1/formats", "forbidden"],
      [vera, path, "forbidden"],
      [reader, "/v1/formats", "insufficient_scope"],
      [reader, path, "insufficient_scope"],
      [mallory, path, "not_found"],
    ] as const) {
      expectError(await who.put(`${level}/spec`, { markdown: "x" }), code, `${who.email} ${level}`);
      expectError(await who.delete(`${level}/spec`), code, `${who.email} ${level}`);
    }
    expectError(await mallory.get(path), "not_found");
    expectError(await mallory.get(`${path}/spec`), "not_found");
    expect((await mallory.get("/v1/formats/spec")).body.format.tier).toBe("built-in");
    expect((await reader.get(`${path}/spec`)).body.format.tier).toBe("project");
    expect(await hashOfRows(world)).toBe(before);
    await clear();
  });

  it("accept a text of 32,768 bytes, and refuse a longer or empty one, a NUL, and unknown fields", async () => {
    const path = `${await newProject()}/spec`;
    const put = (body: object) => world.bob.put(path, body);
    expect(outcome(await put({ markdown: "é".repeat(16_384) }))).toBe("201");
    const before = await hashOfRows(world);
    for (const markdown of ["x".repeat(32_769), "", " \n", "\u200b", "a\0b", "\udfff", null])
      expectInvalid(await put({ markdown }), ["/markdown"]);
    expectInvalid(await put({}), ["/markdown"]);
    expectInvalid(await put({ markdown: "x", tier: "company", baseRevision: -1 }), [
      "/tier",
      "/baseRevision",
    ]);
    expectInvalid(await world.bob.delete(`${path}?force=1`), ["/force"]);
    expect(await hashOfRows(world)).toBe(before);
  });

  it("compare If-Match with the override at the address, also for its creation and deletion", async () => {
    const { bob } = world;
    const path = `${await newProject()}/spec`;
    const first = { "if-match": String((await bob.get(path)).headers.etag) };
    const created = await bob.put(path, { markdown: "One" }, first);
    expect(outcome(created)).toBe("201");
    expect(created.headers.etag).toBe((await bob.get(path)).headers.etag);
    const before = await hashOfRows(world);
    for (const stale of [await bob.put(path, { markdown: "Two" }, first), await bob.delete(path, first)]) {
      expectError(stale, "precondition_failed");
      expect(stale.body.error.details).toEqual({ revision: 1 });
    }
    expect(await hashOfRows(world)).toBe(before);
    const tag = String(created.headers.etag);
    expect((await bob.get(path, { "if-none-match": tag })).status).toBe(304);
    expect(outcome(await bob.delete(path, { "if-match": tag }))).toBe("200");
    expectError(await bob.put(path, { markdown: "Three" }, { "if-match": tag }), "precondition_failed");
  });

  it("are created by one of many simultaneous writers, and merged if two change different lines", async () => {
    const { bob, carol } = world;
    const path = `${await newProject()}/spec`;
    const tag = { "if-match": String((await bob.get(path)).headers.etag) };
    const tries = Array.from({ length: 6 }, (_, n) => bob.put(path, { markdown: `Text ${n}` }, tag));
    const answers = (await Promise.all(tries)).map(outcome).sort();
    expect(answers).toEqual(["201", ...Array(5).fill("412 precondition_failed")]);
    await bob.put(path, { markdown: "a\nb\nc\nd" });
    const both = await Promise.all([
      bob.put(path, { markdown: "A\nb\nc\nd", baseRevision: 2 }),
      carol.put(path, { markdown: "a\nb\nc\nD", baseRevision: 2 }),
    ]);
    expect(both.map(outcome)).toEqual(["200", "200"]);
    expect((await bob.get(path)).body.format.markdown).toBe("A\nb\nc\nD");
    const overlap = await carol.put(path, { markdown: "x\nb\nc\nd", baseRevision: 2 });
    expectError(overlap, "revision_conflict");
    const three = { base: "a\nb\nc\nd", yours: "x\nb\nc\nd", current: "A\nb\nc\nD" };
    expect(overlap.body.error.details).toEqual({ revision: 4, ...three });
    expectInvalid(await carol.put(path, { markdown: "x", baseRevision: 9 }), ["/baseRevision"]);
  });

  it("are not left empty by two people who each delete the other's remaining part", async () => {
    const path = `${await newProject()}/spec`;
    await world.bob.put(path, { markdown: "a\n\nb" });
    await world.bob.put(path, { markdown: "\nb", baseRevision: 1 });
    const answer = await world.carol.put(path, { markdown: "a\n", baseRevision: 1 });
    expectError(answer, "revision_conflict");
    const three = { base: "a\n\nb", yours: "a\n", current: "\nb" };
    expect(answer.body.error.details).toEqual({ revision: 2, ...three });
    expect((await world.bob.get(path)).body.format).toMatchObject({ markdown: "\nb", problem: null });
  });

  const damage = (kind: "spec" | "epic", markdown: string | Buffer, tier: "company" | "project") =>
    withRows(world, (db) =>
      db
        .updateTable("formats")
        .set({ markdown: markdown as string })
        .where("kind", "=", kind)
        .where("project_id", tier === "company" ? "is" : "is not", null)
        .where("markdown", "is not", null)
        .execute(),
    );

  it("that can't be read fall back to the next level, and say which", async () => {
    const { alice, bob, vera } = world;
    const path = await newProject();
    const read = async (at = path) => (await vera.get(`${at}/spec`)).body.format;
    const problem = (tier: string) => ({ path: "formats/spec.md", tier });
    await alice.put("/v1/formats/spec", { markdown: "# Company" });
    await bob.put(`${path}/spec`, { markdown: "# Project" });
    const onlySqlite = database === "SQLite" ? ["a\0b", Buffer.from([0xff, 0xfe])] : [];
    for (const text of ["", "\u200b \n", "x".repeat(32_769), ...onlySqlite]) {
      await damage("spec", text, "project");
      expect(await read()).toMatchObject({
        tier: "company",
        markdown: "# Company",
        problem: problem("project"),
      });
      const [listed] = (await vera.get(path)).body.formats;
      expect(listed).toEqual(await read());
    }
    expect((await read("/v1/formats")).problem).toBe(null);
    await damage("spec", "", "company");
    expect(await read()).toMatchObject({ tier: "built-in", problem: problem("project") });
    expect(await read("/v1/formats")).toMatchObject({ tier: "built-in", problem: problem("company") });
    expect(await read(await newProject())).toMatchObject({ tier: "built-in", problem: problem("company") });

    const mended = await bob.put(`${path}/spec`, { markdown: "# Mended" });
    expect([mended.status, mended.body.format]).toMatchObject([200, { tier: "project", problem: null }]);
    expect(outcome(await clear())).toBe("200");
    expect(await read("/v1/formats")).toMatchObject({ tier: "built-in", problem: null });
  });

  it("write one event for each change, with the credential of its author and without the text", async () => {
    const path = `${await newProject()}/epic`;
    for (const markdown of ["Never told.", "Never told.", "Never told, changed."])
      await world.carol.put(path, { markdown });
    await world.carol.delete(path);
    const events = await world.context.db
      .selectFrom("events")
      .select(["type", "actor_user_id", "credential_id", "data"])
      .where("actor_user_id", "=", world.carol.userId)
      .orderBy("seq", "desc")
      .limit(3)
      .execute();
    expect(events.map(({ type }) => type)).toEqual(["format.deleted", "format.updated", "format.created"]);
    const { credential } = (await world.carol.get("/v1/me")).body;
    for (const event of events) {
      expect(event.credential_id).toBe(credential.id);
      expect(JSON.parse(event.data)).toEqual({ kind: "epic", tier: "project" });
    }
  });

  it("of a deleted project are gone for everybody", async () => {
    const path = await newProject();
    await world.bob.put(`${path}/spec`, { markdown: "Gone." });
    await world.alice.delete(path.replace("/formats", ""));
    expectError(await world.alice.get(path), "not_found");
    expectError(await world.alice.get(`${path}/spec`), "not_found");
    expectError(await world.alice.put(`${path}/spec`, { markdown: "x" }), "not_found");
    expectError(await world.alice.delete(`${path}/spec`), "not_found");
  });

  it("that are built in make a spec Ready when their example is followed, below a plan that follows its own", async () => {
    await clear();
    const [spec, epic] = (await world.bob.get("/v1/formats")).body.formats;
    const exampleOf = ({ markdown }: { markdown: string }) => {
      const [, , example = ""] = markdown.split(/^~~~markdown\n/m);
      return example.split(/^~~~$/m)[0];
    };
    await world.bob.post("/v1/projects", { name: "Built in", slug: "built-in" });
    const plan = await newPlan(world.bob, "/v1/projects/built-in", { description: exampleOf(epic) });
    const made = await newSpec(world.bob, plan, { title: "Export a plan as CSV", content: exampleOf(spec) });
    expect(made).toMatchObject({ readiness: 5, readinessLabel: "Ready" });
    expect(made.acceptanceCriteria.map(({ id }) => id)).toEqual(
      Array.from({ length: 7 }, (_, n) => `AC-${n + 1}`),
    );
    expect((await world.bob.get(`${made.path}/readiness`)).body.reasons).toEqual([]);
  });
});
