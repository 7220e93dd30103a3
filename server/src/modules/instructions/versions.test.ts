import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { setUpWorld } from "../../../test/world.ts";
import { hashOfRows } from "../plans/rows.test-support.ts";
import { outcome } from "../plans/scene.test-support.ts";
import { newCompany, newProject } from "./scene.test-support.ts";

describe.each(databases)("$database: the service", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let long: string;
  beforeAll(async () => {
    long = await newProject(world);
    for (let n = 1; n <= 63; n++)
      await world.bob.put(long, { markdown: `Text ${n}`, message: n % 2 ? `Odd ${n}` : undefined });
  });

  const page = async (query = "", path = long) => (await world.vera.get(`${path}/versions${query}`)).body;
  const seqs = ({ versions }: { versions: { seq: number }[] }) => versions.map(({ seq }) => seq);
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n);

  it("lists each text with its author, message, length and kind of change, newest first", async () => {
    const [newest, second] = (await page()).versions;
    expect(newest).toEqual({
      seq: 63,
      version: 63,
      actor: "bob",
      message: "Odd 63",
      op: "edit",
      characters: 7,
      author: { userId: expect.any(String), name: "bob" },
      credential: { kind: "api_key", name: "test" },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(second).toMatchObject({ seq: 62, message: "" });
  });

  it("pages by `before` and `nextBefore`, by default 50, and the last page has no `nextBefore`", async () => {
    const first = await page();
    expect([seqs(first), first.nextBefore, first.scope]).toEqual([down(63, 14), 14, "project"]);
    const second = await page(`?before=${first.nextBefore}`);
    expect(seqs(second)).toEqual(down(13, 1));
    expect(second).not.toHaveProperty("nextBefore");
    expect(await page("?limit=63")).not.toHaveProperty("nextBefore");
    expect(await page("?before=1")).toEqual({ scope: "project", versions: [] });
    expect(await page("?before=9007199254740991&limit=1")).toMatchObject({ nextBefore: 63 });
  });

  it("clamps `limit` to 1 and 200 and `before` to 0, and refuses anything but integers", async () => {
    for (const limit of ["0", "-3", "1", "-99999999999999999999"])
      expect(seqs(await page(`?limit=${limit}`)), limit).toEqual([63]);
    for (const limit of ["200", "9999", "99999999999999999999"])
      expect(seqs(await page(`?limit=${limit}`)), limit).toEqual(down(63, 1));
    for (const before of ["0", "-1"]) expect(seqs(await page(`?before=${before}`))).toEqual([]);
    for (const bad of ["1.5", "abc", "", "1e2"]) {
      expectInvalid(await world.bob.get(`${long}/versions?limit=${bad}`), ["/limit"]);
      expectInvalid(await world.bob.get(`${long}/versions?before=${bad}`), ["/before"]);
    }
    expectInvalid(await world.bob.get(`${long}/versions?cursor=x`), ["/cursor"]);
  });

  it("gives every version once by pages of any size", async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
    const walk = fc.asyncProperty(sizes, async (limits) => {
      const seen: number[] = [];
      let before = "";
      for (let index = 0; ; index++) {
        const answer = await page(`?limit=${limits[index % limits.length]}${before}`);
        seen.push(...seqs(answer));
        if (answer.nextBefore === undefined) break;
        before = `&before=${answer.nextBefore}`;
      }
      expect(seen).toEqual(down(63, 1));
    });
    await fc.assert(walk, { numRuns: 5, seed: 11 });
  });

  it("reads one version with its text; a malformed or unknown `seq` is 404", async () => {
    const { version } = (await world.vera.get(`${long}/versions/7`)).body;
    expect(version).toMatchObject({ seq: 7, op: "edit", markdown: "Text 7", message: "Odd 7" });
    for (const seq of ["0", "64", "07", "7.0", "-1", "99999999999", "abc"]) {
      expectError(await world.vera.get(`${long}/versions/${seq}`), "not_found", seq);
      expectError(await world.bob.post(`${long}/versions/${seq}/restore`), "not_found", seq);
    }
  });

  it("restores an old text as a new version that names it, once for one Idempotency-Key", async () => {
    const { bob } = world;
    const path = await newProject(world);
    for (const markdown of ["One.", "Two."]) await bob.put(path, { markdown });
    const key = { "idempotency-key": path };
    const restored = await bob.post(`${path}/versions/1/restore`, undefined, key);
    expect(restored.body.instructions).toMatchObject({ markdown: "One.", revision: 3 });
    expect(restored.headers.etag).toBe((await bob.get(path)).headers.etag);
    const replay = await bob.post(`${path}/versions/1/restore`, undefined, key);
    expect([replay.headers["idempotent-replayed"], replay.body]).toEqual(["true", restored.body]);
    const { versions } = await page("", path);
    expect(versions).toHaveLength(3);
    expect(versions[0]).toMatchObject({ op: "restore", message: "Restored version 1" });
    const same = await bob.post(`${path}/versions/3/restore`);
    expect(same.body.instructions.revision).toBe(3);
    const event = await world.context.db
      .selectFrom("events")
      .select("data")
      .where("type", "=", "instructions.updated")
      .orderBy("seq", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(event.data)).toMatchObject({ op: "restore", restored: 1, revision: 3 });
  });

  it("deletes a text as a separate version, and any earlier one can be restored", async () => {
    const { alice, bob, vera } = world;
    const path = await newProject(world);
    const remove = (who = bob, headers = {}) => who.delete(path, headers);
    const shown = async () => (await vera.get(path)).body.instructions;
    expectError(await remove(), "not_found");
    expectError(await remove(vera), "not_found");
    await bob.put(path, { markdown: "One." });
    await bob.post(`${path}/proposals`, { markdown: "Proposed." });
    expectError(await remove(vera), "forbidden");
    expectError(await remove(bob, { "if-match": '"2"' }), "precondition_failed");
    const before = await bob.get(path);
    const gone = await remove(bob, { "if-match": String(before.headers.etag) });
    expect([gone.status, gone.body]).toEqual([200, { deleted: true }]);
    expect(await shown()).toMatchObject({ markdown: "", revision: 2, proposalPending: true });
    expect((await bob.get(path, { "if-none-match": String(before.headers.etag) })).status).toBe(200);
    const { versions } = await page("", path);
    expect(versions.map(({ seq, op }: { seq: number; op: string }) => [seq, op])).toEqual([
      [2, "delete"],
      [1, "edit"],
    ]);
    expect((await bob.get(`${path}/versions/2`)).body.version).toMatchObject({ op: "delete", markdown: "" });
    expectError(await remove(), "not_found");
    expect((await bob.post(`${path}/versions/1/restore`)).body.instructions).toMatchObject({
      markdown: "One.",
      revision: 3,
    });
    expect((await remove()).status).toBe(200);
    const { entries } = (await alice.get("/v1/audit?type=instructions.updated&limit=1")).body;
    expect(entries[0].data).toMatchObject({ op: "delete", revision: 4 });
  });

  it("deletes the company's text for owners only; projects with their own text keep it", async () => {
    const { owner, member, path } = await newCompany(world);
    await member.post("/v1/projects", { name: "Web", slug: "web" });
    const project = "/v1/projects/web/instructions";
    await owner.put(path, { markdown: "Company." });
    expectError(await member.delete(project), "not_found");
    expectError(await member.delete(path), "forbidden");
    await member.put(project, { markdown: "Own." });
    expect((await member.delete(project)).status).toBe(200);
    expect((await member.get(project)).body.instructions).toMatchObject({
      scope: "company",
      markdown: "Company.",
    });
    expect((await owner.delete(path)).status).toBe(200);
    for (const level of [path, project])
      expect((await member.get(level)).body.instructions).toMatchObject({ scope: "company", markdown: "" });
    const document = await member.get(
      `/v1/documents?target=${encodeURIComponent('{"kind":"instructions"}')}`,
    );
    expect(document.body.sourceText).toBe("");
  });

  it("restores for owners at the company's address and for members at a project's, under If-Match", async () => {
    const { owner, member, viewer, path } = await newCompany(world);
    await member.post("/v1/projects", { name: "Web", slug: "web" });
    const project = "/v1/projects/web/instructions";
    for (const markdown of ["One.", "Two."]) {
      await owner.put(path, { markdown });
      await member.put(project, { markdown });
    }
    const before = await hashOfRows(world);
    const restore = (who = owner, at = path, headers = {}) =>
      who.post(`${at}/versions/1/restore`, undefined, headers);
    for (const who of [member, viewer]) expectError(await restore(who), "forbidden");
    expectError(await restore(viewer, project), "forbidden");
    for (const level of [path, project]) {
      const stale = await restore(owner, level, { "if-match": '"1"' });
      expectError(stale, "precondition_failed");
      expect(stale.body.error.details).toEqual({ revision: 2 });
    }
    expect(await hashOfRows(world)).toBe(before);
    expect(outcome(await restore(owner, path, { "if-match": '"2"' }))).toBe("200");
    expect(outcome(await restore(member, project, { "if-match": "*" }))).toBe("200");
  });

  it("shows the company's versions for a project that never had a text, and restores none of them there", async () => {
    const { owner, member, path } = await newCompany(world);
    await member.post("/v1/projects", { name: "Web", slug: "web" });
    const project = "/v1/projects/web/instructions";
    expect((await member.get(`${project}/versions`)).body).toEqual({ scope: "company", versions: [] });
    await owner.put(path, { markdown: "Company." });
    const [companys, shown] = [await owner.get(`${path}/versions`), await member.get(`${project}/versions`)];
    expect(shown.body).toEqual(companys.body);
    expect(shown.body.scope).toBe("company");
    expect((await member.get(`${project}/versions/1`)).body.version.markdown).toBe("Company.");
    expectError(await member.post(`${project}/versions/1/restore`), "not_found");
    await member.put(project, { markdown: "Own." });
    await member.put(project, { markdown: "" });
    const own = (await member.get(`${project}/versions`)).body;
    expect([own.scope, seqs(own)]).toEqual(["project", [2, 1]]);
    const back = await member.post(`${project}/versions/1/restore`);
    expect(back.body.instructions).toMatchObject({ scope: "project", markdown: "Own." });
  });
});
