import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { setUpWorld } from "../../../test/world.ts";
import { purgeArchived } from "../plans/archive/purge-plans.ts";
import { hashOfRows } from "../plans/rows.test-support.ts";
import { outcome } from "../plans/scene.test-support.ts";
import { newCompany, newProject } from "./scene.test-support.ts";

describe.each(databases)("$database: instructions", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });

  const eventsOf = (type: "instructions.updated") =>
    world.context.db.selectFrom("events").selectAll().where("type", "=", type).orderBy("seq").execute();

  it("are empty before anybody writes them, at both addresses", async () => {
    const { viewer } = await newCompany(world);
    const empty = {
      scope: "company",
      markdown: "",
      path: "instructions.md",
      bytes: 0,
      characters: 0,
      revision: 0,
      maxBytes: 65_536,
      maxInjectedCharacters: 20_000,
      proposalPending: false,
    };
    const answer = await viewer.get("/v1/instructions");
    expect(answer.body).toEqual({ instructions: empty });
    expect(answer.headers.etag).toMatch(/^"0-[\w-]{22}"$/);
    expect((await world.vera.get(await newProject(world))).body).toEqual({ instructions: empty });
  });

  it("count bytes in UTF-8 and characters as code points", async () => {
    const path = await newProject(world);
    const { instructions } = (await world.bob.put(path, { markdown: "é😀\n" })).body;
    expect(instructions).toMatchObject({ bytes: 7, characters: 3, scope: "project", revision: 1 });
  });

  it("of a project are the company's until it has its own text, and again when that is empty", async () => {
    const { owner, member, viewer } = await newCompany(world);
    await owner.put("/v1/instructions", { markdown: "Of all." });
    await member.post("/v1/projects", { name: "Web", slug: "web" });
    const path = "/v1/projects/web/instructions";
    const read = async () => (await viewer.get(path)).body.instructions;
    expect(await read()).toMatchObject({ scope: "company", markdown: "Of all.", revision: 0, bytes: 7 });
    await member.put(path, { markdown: "Own." });
    expect(await read()).toMatchObject({ scope: "project", markdown: "Own.", revision: 1 });
    await owner.put("/v1/instructions", { markdown: "Of all, newer." });
    expect(await read()).toMatchObject({ scope: "project", markdown: "Own." });
    for (const markdown of ["", " \n\u200b"]) {
      const { instructions } = (await member.put(path, { markdown })).body;
      expect(instructions).toMatchObject({ scope: "company", markdown: "Of all, newer." });
    }
    expect(await read()).toMatchObject({ scope: "company", revision: 3 });
    expect((await viewer.get("/v1/instructions")).body.instructions).toMatchObject({ revision: 2 });
  });

  it("are written by owners for the company, by members for a project, and read by every member", async () => {
    const { alice, bob, vera, mallory } = world;
    const path = await newProject(world);
    await bob.put(path, { markdown: "One." });
    await alice.put("/v1/instructions", { markdown: "Company." });
    const reader = await world.reader(alice);
    const before = await hashOfRows(world);
    expectError(await bob.put("/v1/instructions", { markdown: "x" }), "forbidden");
    for (const base of [path, "/v1/instructions"])
      expectError(await vera.put(base, { markdown: "x" }), "forbidden");
    for (const answer of [await mallory.get(path), await mallory.put(path, { markdown: "x" })])
      expectError(answer, "not_found");
    for (const level of [path, "/v1/instructions"]) {
      expectError(await reader.put(level, { markdown: "x" }), "insufficient_scope");
      expect((await reader.get(level)).status).toBe(200);
      expect((await vera.get(level)).status).toBe(200);
    }
    expect(await hashOfRows(world)).toBe(before);
    expect((await mallory.get("/v1/instructions")).body.instructions.markdown).toBe("");
  });

  it("write one event for each text, with the credential of its author and without the text", async () => {
    const path = await newProject(world);
    const [about] = [(await world.bob.get("/v1/projects?limit=200")).body.projects.at(-1)];
    const before = (await eventsOf("instructions.updated")).length;
    await world.bob.put(path, { markdown: "Never told." });
    await world.bob.put(path, { markdown: "Never told." });
    const [event, ...more] = (await eventsOf("instructions.updated")).slice(before);
    expect(more).toEqual([]);
    const me = (await world.bob.get("/v1/me")).body;
    expect(event).toMatchObject({
      actor_user_id: world.bob.userId,
      credential_id: me.credential.id,
      project_id: about.id,
      plan_id: null,
    });
    expect(JSON.parse(event?.data ?? "")).toEqual({ scope: "project", revision: 1, op: "edit" });
  });

  it("accept a text of 65,536 bytes and refuse one of a byte more, one with a NUL, and anything else", async () => {
    const path = await newProject(world);
    const most = `${"é".repeat(32_767)}ab`;
    expect((await world.bob.put(path, { markdown: most })).body.instructions.bytes).toBe(65_536);
    const before = await hashOfRows(world);
    for (const markdown of [`${most}c`, "a\0b", "\ud800", null, 7])
      expectInvalid(await world.bob.put(path, { markdown }), ["/markdown"]);
    expectInvalid(await world.bob.put(path, {}), ["/markdown"]);
    const said = { markdown: "x", message: "m".repeat(501), baseRevision: -1, scope: "company" };
    expectInvalid(await world.bob.put(path, said), ["/message", "/baseRevision", "/scope"]);
    expect(await hashOfRows(world)).toBe(before);
  });

  it("compare If-Match with the revision at the address, also of a project that shows the company's", async () => {
    const { bob } = world;
    const path = await newProject(world);
    const first = String((await bob.get(path)).headers.etag);
    const put = (markdown: string, tag: string) => bob.put(path, { markdown }, { "if-match": tag });
    const written = await put("One.", first);
    expect(outcome(written)).toBe("200");
    expect(written.headers.etag).toBe((await bob.get(path)).headers.etag);
    const before = await hashOfRows(world);
    for (const tag of [first, '"2"', "1", ""]) {
      const stale = await put("Two.", tag);
      expectError(stale, "precondition_failed");
      expect(stale.body.error.details).toEqual({ revision: 1 });
    }
    expect(await hashOfRows(world)).toBe(before);
    expect(outcome(await put("Two.", String(written.headers.etag)))).toBe("200");
    expect(outcome(await put("Three.", "*"))).toBe("200");
  });

  it("answer 304 to the current tag, and a new one when the company's text behind them changes", async () => {
    const { owner, member } = await newCompany(world);
    await member.post("/v1/projects", { name: "Web", slug: "web" });
    const path = "/v1/projects/web/instructions";
    const tag = { "if-none-match": String((await member.get(path)).headers.etag) };
    expect((await member.get(path, tag)).status).toBe(304);
    await owner.put("/v1/instructions", { markdown: "New." });
    expect((await member.get(path, tag)).status).toBe(200);
  });

  it("merge simultaneous changes from one revision if they don't overlap", async () => {
    const { bob, carol } = world;
    const path = await newProject(world);
    await bob.put(path, { markdown: "a\nb\nc\nd\ne" });
    for (let round = 0; round < 5; round++) {
      const { revision, markdown } = (await bob.get(path)).body.instructions;
      const changedAt = (n: number) =>
        markdown.split("\n").map((line: string, i: number) => (i === n ? `${line}+` : line));
      const answers = await Promise.all([
        bob.put(path, { markdown: changedAt(0).join("\n"), baseRevision: revision }),
        carol.put(path, { markdown: changedAt(4).join("\n"), baseRevision: revision }),
      ]);
      expect(answers.map(outcome)).toEqual(["200", "200"]);
    }
    const { markdown, revision } = (await bob.get(path)).body.instructions;
    expect([markdown, revision]).toEqual(["a+++++\nb\nc\nd\ne+++++", 11]);
  });

  it("accept one of many writers with the same ETag, the first text included", async () => {
    const path = await newProject(world);
    for (let round = 0; round < 3; round++) {
      const tag = { "if-match": String((await world.bob.get(path)).headers.etag) };
      const texts = Array.from({ length: 6 }, (_, n) => ({ markdown: `Round ${round}, ${n}` }));
      const answers = await Promise.all(texts.map((body) => world.bob.put(path, body, tag)));
      expect(answers.map(outcome).sort()).toEqual(["200", ...Array(5).fill("412 precondition_failed")]);
    }
  });

  it("answer the three texts if changes overlap, from the empty text on, and 400 for an unknown base", async () => {
    const { bob, carol } = world;
    const path = await newProject(world);
    await bob.put(path, { markdown: "Mine.", baseRevision: 0 });
    const overlap = await carol.put(path, { markdown: "Yours.", baseRevision: 0 });
    expectError(overlap, "revision_conflict");
    const three = { base: "", yours: "Yours.", current: "Mine." };
    expect(overlap.body.error.details).toEqual({ revision: 1, ...three });
    for (const baseRevision of [2, 2_147_483_648, 9_007_199_254_740_991])
      expectInvalid(await carol.put(path, { markdown: "x", baseRevision }), ["/baseRevision"]);
    const half = "x".repeat(32_000);
    await bob.put(path, { markdown: "a\nb\nc\nd\ne" });
    await bob.put(path, { markdown: `${half}\nb\nc\nd\ne`, baseRevision: 2 });
    expect(outcome(await bob.put(path, { markdown: `a\nb\n${half}\nd\ne`, baseRevision: 2 }))).toBe("200");
    const third = await carol.put(path, { markdown: `a\nb\nc\nd\n${half}`, baseRevision: 2 });
    expectError(third, "revision_conflict");
    expect((await bob.get(path)).body.instructions.bytes).toBeLessThan(65_536);
  });

  it("of a deleted project are gone for everybody, for a repetition under an Idempotency-Key, too", async () => {
    const path = await newProject(world);
    const key = { "idempotency-key": `gone ${path}` };
    await world.bob.put(path, { markdown: "Gone." });
    await world.bob.post(`${path}/proposals`, { markdown: "Gone, too." }, key);
    await world.alice.delete(path.replace("/instructions", ""));
    for (const below of ["", "/versions", "/versions/1", "/proposals"])
      expectError(await world.alice.get(path + below), "not_found", below);
    expectError(await world.alice.put(path, { markdown: "x" }), "not_found");
    const replay = await world.bob.post(`${path}/proposals`, { markdown: "Gone, too." }, key);
    expectError(replay, "not_found");
  });

  it("of a deleted project are purged with it, those of others stay", async () => {
    const { alice, bob } = world;
    const { db } = world.context;
    const [path, other] = [await newProject(world), await newProject(world)];
    for (const level of [path, other]) {
      await bob.put(level, { markdown: "Purged." });
      await bob.post(`${level}/proposals`, { markdown: "Purged, too." });
      await bob.put(level.replace("/instructions", "/formats/spec"), { markdown: "Purged." });
    }
    const tables = ["instructions", "formats"] as const;
    const idsOf = async (at: string) => {
      const { id } = (await bob.get(at.replace("/instructions", ""))).body.project;
      const rows = tables.map((table) =>
        db.selectFrom(table).select("id").where("project_id", "=", id).execute(),
      );
      return (await Promise.all(rows)).flat().map((row) => row.id);
    };
    const leftOf = async (ids: string[]) => {
      const rows = tables.map((table) => db.selectFrom(table).select("id").where("id", "in", ids).execute());
      const versions = db.selectFrom("revisions").select("seq").where("subject_id", "in", ids).execute();
      const proposals = db
        .selectFrom("instruction_proposals")
        .select("id")
        .where("instructions_id", "in", ids)
        .execute();
      return (await Promise.all([...rows, versions, proposals])).map(({ length }) => length);
    };
    const [gone, kept] = [await idsOf(path), await idsOf(other)];
    expect(await leftOf(gone)).toEqual([1, 1, 2, 1]);
    await alice.delete(path.replace("/instructions", ""));
    const archived = await db
      .selectFrom("projects")
      .selectAll()
      .where("archived_at", "is not", null)
      .execute();
    for (const { workspace_id: workspaceId, id } of archived)
      await world.command(purgeArchived, { workspaceId, kind: "project", id, archivedBefore: "9999" });
    expect(await leftOf(gone)).toEqual([0, 0, 0, 0]);
    expect(await leftOf(kept)).toEqual([1, 1, 2, 1]);
  });
});
