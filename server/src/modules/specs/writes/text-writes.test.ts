import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { expectInvalid } from "../../../../test/expect-error.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { hashOfRows } from "../../plans/rows.test-support.ts";
import { newPlan, newSpec, outcome } from "../../plans/scene.test-support.ts";

const project = "/v1/projects/web";
const lines = (...changed: [number, string][]) => {
  const all = ["a", "b", "c", "d", "e", "f"];
  for (const [at, line] of changed) all[at] = line;
  return all.join("\n");
};

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let spec: Awaited<ReturnType<typeof newSpec>>;
  beforeEach(async () => {
    const plan = await newPlan(world.bob, project);
    spec = await newSpec(world.bob, plan, { title: "T", content: lines() });
  });

  const current = async () => (await world.bob.get(spec.path)).body.spec;

  it("compares If-Match with the revision: another one is 412, `*` and the current one are accepted", async () => {
    const { bob } = world;
    const etag = String((await bob.get(spec.path)).headers.etag);
    await bob.patch(spec.path, { effort: 2 });
    const patch = (title: string, tag: string) => bob.patch(spec.path, { title }, { "if-match": tag });
    expect(outcome(await patch("one", etag))).toBe("200");
    const before = await hashOfRows(world);
    for (const tag of [etag, '"1"', '"0"', "2", 'W/"2"', '"two"', "", '"1", "3"']) {
      const stale = await patch("no", tag);
      expect(outcome(stale)).toBe("412 precondition_failed");
      expect(stale.body.error.details).toEqual({ revision: 2 });
    }
    expect(await hashOfRows(world)).toBe(before);
    expect(outcome(await patch("two", '"1", "2"'))).toBe("200");
    expect(outcome(await patch("three", "*"))).toBe("200");
  });

  it("reads the criteria of a text after the transaction, which blocks other writers, and again for a replay", async () => {
    const { bob, context } = world;
    const body = { title: "T", content: "# Done when\n1. AC-1: It runs." };
    const post = () => bob.post(spec.path.replace(/\/SPEC.*/, ""), body, { "idempotency-key": "criteria" });
    const first = await post();
    expect(first.body.spec.acceptanceCriteria).toMatchObject([{ id: "AC-1", text: "It runs." }]);
    expect(first.body.spec.doneWhen).toEqual(["It runs."]);
    const made = context.db.selectFrom("idempotency_keys").select("body").where("key", "=", "criteria");
    const inTransaction = JSON.parse((await made.executeTakeFirstOrThrow()).body ?? "").spec;
    expect(inTransaction).toMatchObject(body);
    expect(inTransaction).not.toHaveProperty("acceptanceCriteria");
    expect((await post()).body).toEqual(first.body);
  });

  it("accepts only one of two writers with the same If-Match", async () => {
    for (let round = 0; round < 10; round++) {
      const { revision } = await current();
      const write = (title: string) => world.bob.patch(spec.path, { title }, { "if-match": `"${revision}"` });
      const answers = await Promise.all([write(`a${round}`), write(`b${round}`)]);
      expect(answers.map(outcome).sort()).toEqual(["200", "412 precondition_failed"]);
      expect((await current()).revision).toBe(revision + 1);
    }
  });

  it("merges the changes of two writers if they do not overlap", async () => {
    const { bob, carol } = world;
    for (let round = 0; round < 10; round++) {
      const { revision, content } = await current();
      const changedAt = (n: number) =>
        content.split("\n").map((line: string, i: number) => (i === n ? `${line}+` : line));
      const answers = await Promise.all([
        bob.patch(spec.path, { content: changedAt(0).join("\n"), baseRevision: revision }),
        carol.patch(spec.path, { content: changedAt(4).join("\n"), baseRevision: revision }),
      ]);
      expect(answers.map(outcome)).toEqual(["200", "200"]);
    }
    const after = await current();
    const plus = "+".repeat(10);
    expect(after.content).toBe(lines([0, `a${plus}`], [4, `e${plus}`]));
    expect(after.revision).toBe(21);
  });

  it("refuses an overlap with the current revision and the three texts, and writes nothing of the request", async () => {
    const { bob, carol } = world;
    await bob.patch(spec.path, { content: lines([2, "C"]), baseRevision: 1 });
    const before = await hashOfRows(world);
    for (const content of [lines([2, "X"]), lines([1, "X"]), lines([3, "X"]), "X", ""]) {
      const answer = await carol.patch(spec.path, { content, baseRevision: 1, effort: 5 });
      expect(outcome(answer)).toBe("409 revision_conflict");
      const three = { base: lines(), yours: content, current: lines([2, "C"]) };
      expect(answer.body.error.details).toEqual({ revision: 2, ...three });
    }
    expect(await hashOfRows(world)).toBe(before);
  });

  it("lets a client merge the three texts of a conflict and write them on the conflict's revision", async () => {
    const { bob, carol } = world;
    await bob.patch(spec.path, { content: lines([2, "C"]), baseRevision: 1 });
    const conflict = await carol.patch(spec.path, { content: lines([2, "X"]), baseRevision: 1 });
    const { revision, yours, current: theirs } = conflict.body.error.details;
    const content = theirs.replace("C", `C ${yours.split("\n")[2]}`);
    const merged = await carol.patch(spec.path, { content, baseRevision: revision });
    expect(merged.body.spec).toMatchObject({ content: lines([2, "C X"]), revision: 3 });
  });

  it("merges title and content separately, and the same change of both sides once", async () => {
    const { bob, carol } = world;
    await bob.patch(spec.path, { title: "U", baseRevision: 1 });
    const text = await carol.patch(spec.path, { title: "T", content: lines([5, "F"]), baseRevision: 1 });
    expect(text.body.spec).toMatchObject({ title: "U", content: lines([5, "F"]), revision: 3 });
    const again = await bob.patch(spec.path, { title: "U", content: lines([5, "F"]), baseRevision: 1 });
    expect(again.body.spec.revision).toBe(3);
    const title = await bob.patch(spec.path, { title: "V", baseRevision: 1 });
    expect(outcome(title)).toBe("409 revision_conflict");
    expect(title.body.error.details).toEqual({ revision: 3, base: "T", yours: "V", current: "U" });
    const both = await bob.patch(spec.path, { title: "V", content: lines([5, "G"]), baseRevision: 1 });
    const texts = { base: lines(), yours: lines([5, "G"]), current: lines([5, "F"]) };
    expect(both.body.error.details).toEqual({ revision: 3, ...texts });
  });

  it("refuses an unknown base revision with 400", async () => {
    for (const baseRevision of [2, 2_147_483_647, 2_147_483_648, 9_007_199_254_740_991]) {
      const answer = await world.bob.patch(spec.path, { content: "x", baseRevision });
      expectInvalid(answer, ["/baseRevision"]);
    }
  });

  it("refuses a merge that would exceed the length limit", async () => {
    const { bob } = world;
    const half = "x".repeat(131_000);
    await bob.patch(spec.path, { content: lines([0, half]), baseRevision: 1 });
    expect(outcome(await bob.patch(spec.path, { content: lines([3, half]), baseRevision: 1 }))).toBe("200");
    const third = await bob.patch(spec.path, { content: lines([5, half]), baseRevision: 1 });
    expect(outcome(third)).toBe("409 revision_conflict");
    expect(third.body.error.message).toContain("larger than 262144 bytes");
    expect(third.body.error.details.yours).toBe(lines([5, half]));
  });

  it("keeps every one of many concurrent writes without a base as a version, and the last as the text", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => world.bob.patch(spec.path, { content: `text ${n}` })),
    );
    expect(new Set(answers.map(outcome))).toEqual(new Set(["200"]));
    const revisions = answers.map(({ body }) => body.spec.revision).sort((a, b) => a - b);
    expect(revisions).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
    const last = answers.find(({ body }) => body.spec.revision === 21);
    expect((await current()).content).toBe(last?.body.spec.content);
    expect((await world.bob.get(`${spec.path}/versions?limit=200`)).body.versions).toHaveLength(21);
  });
});
