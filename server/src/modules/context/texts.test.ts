import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";
import { openSources, project } from "./scene.test-support.ts";

describe.each(databases)("texts of context sources, on $database", ({ create }) => {
  const sources = openSources(create);

  it("keep their versions: changes that don't overlap are merged, others answer the three texts", async () => {
    const { alice, bob } = sources.world;
    const text = "First line.\nSecond line.\nThird line.\n";
    const { id } = await sources.add(alice, project, "Merged", text);
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
    await sources.enriched(path);
    const etag = String((await alice.get(path)).headers.etag);
    expect((await alice.get(path, { "if-none-match": etag })).status).toBe(304);
    await alice.patch(path, { title: "Merged, renamed" });
    expect(outcome(await bob.patch(path, { text }, { "if-match": etag }))).toBe("412 precondition_failed");
    expect(outcome(await bob.delete(path, { "if-match": etag }))).toBe("412 precondition_failed");
  });

  it("above 1 MiB are not merged: a change of both sides is a conflict whose `details` leave them out", async () => {
    const { alice, bob } = sources.world;
    const lines = Array.from({ length: 17_000 }, (_, n) => `${n} ${"long ".repeat(12)}`);
    const text = (...changed: number[]) =>
      lines.map((line, n) => (changed.includes(n) ? `changed ${n}` : line)).join("\n");
    const { id } = await sources.add(alice, project, "Too long to merge", text());
    const path = `${project}/context/${id}`;
    await alice.patch(path, { text: text(1) });
    const conflict = await bob.patch(path, { text: text(16_000), baseRevision: 1 });
    expect(outcome(conflict)).toBe("409 revision_conflict");
    expect(conflict.body.error.message).toContain("above 1048576 bytes");
    expect(conflict.body.error.details).toEqual({ revision: 2 });
    const small = await bob.patch(path, { text: "Small.", baseRevision: 1 });
    expect(small.body.error.details).toEqual({ revision: 2, yours: "Small." });
    expect((await alice.get(path)).body.source).toMatchObject({ revision: 2, text: text(1).slice(0, 1e6) });
  });

  it("of any size accept a change by only one side: of the title, or of the text", async () => {
    const { alice, bob } = sources.world;
    const text = "long\n".repeat(220_000);
    const { id } = await sources.add(alice, project, "Long before", text);
    const path = `${project}/context/${id}`;
    await alice.patch(path, { text: `${text}longer` });
    const renamed = await bob.patch(path, { title: "Long after", baseRevision: 1 });
    expect(renamed.body.source).toMatchObject({ title: "Long after", textChars: 1_100_006, revision: 3 });
    const changed = await alice.patch(path, { text: `${text}changed`, baseRevision: 2 });
    expect(changed.body.source).toMatchObject({ title: "Long after", textChars: 1_100_007, revision: 4 });
    const again = await bob.patch(path, { title: "Long again", baseRevision: 1 });
    expect(outcome(again)).toBe("409 revision_conflict");
    expect(again.body.error.details).toEqual({
      revision: 4,
      base: "Long before",
      yours: "Long again",
      current: "Long after",
    });
  });

  it("are stored once, however often their title changes, and still are the base of changes", async () => {
    const { alice, bob, context } = sources.world;
    const text = (first: string, last: string) => `${first}\nbetween\n${last}\n`;
    const headers = { "idempotency-key": "stored-once" };
    const body = { title: "Named 1", text: text("first", "last") };
    const create = () => alice.post(`${project}/context`, body, headers);
    const { id } = (await create()).body.source;
    const path = `${project}/context/${id}`;
    for (const n of [2, 3, 4]) await alice.patch(path, { title: `Named ${n}` });
    const changed = await alice.patch(path, { text: text("1st", "last") });
    await alice.patch(path, { title: "Named 6" });
    const merged = await bob.patch(path, { text: text("first", "3rd"), title: "Named 4", baseRevision: 4 });
    expect(merged.body.source).toMatchObject({ title: "Named 6", text: text("1st", "3rd"), revision: 7 });
    const again = await bob.patch(path, { text: text("One", "last"), baseRevision: 6 });
    expect(again.body.source).toMatchObject({ text: text("One", "3rd"), revision: 8 });
    const other = await alice.patch(path, { text: text("Two", "last"), baseRevision: 6 });
    expect(other.body.error.details).toMatchObject({ revision: 8, base: text("1st", "last") });
    expect((await create()).body.source).toMatchObject({ title: "Named 1", text: body.text });
    expect(changed.body.source.textChars).toBe(text("1st", "last").length);
    const versions = await context.db
      .selectFrom("revisions")
      .select(["seq", "text", "characters"])
      .where("subject_id", "=", id)
      .orderBy("seq")
      .execute();
    expect(versions.filter((version) => version.text !== "").map(({ seq }) => seq)).toEqual([1, 5, 7, 8]);
    expect(versions.every(({ characters }) => characters > 10)).toBe(true);
  });

  it("are read from an offset in characters, which are code points, and end at a million", async () => {
    const { alice } = sources.world;
    const text = `${"😀".repeat(70_000)}${"a".repeat(1_000_000)}end`;
    const { id } = await sources.add(alice, project, "Long", text);
    const path = `${project}/context/${id}`;
    const whole = (await alice.get(path)).body.source;
    expect([whole.textChars, [...whole.text].length]).toEqual([1_070_003, 1_000_000]);
    const rest = async (offset: number) => (await alice.get(`${path}?offset=${offset}`)).body.source.text;
    expect(await rest(1_000_000)).toBe(`${"a".repeat(70_000)}end`);
    expect((await rest(69_999)).slice(0, 4)).toBe("😀aa");
    expect(await rest(1_070_003)).toBe("");
    expect(await rest(9_999_999)).toBe("");
    expect(await rest(999_999_999_999_999)).toBe("");
    expect(outcome(await alice.get(`${path}?offset=-1`))).toBe("400 invalid_request");
  });

  it("are described by a person's words, else by the beginning of the text", async () => {
    const { alice } = sources.world;
    const text = "# Interviews\n\nWe asked **twelve** guests.\n\nMore.";
    const source = await sources.add(alice, project, "Described", text);
    const path = `${project}/context/${source.id}`;
    expect((await sources.enriched(path)).description).toBe("Interviews: We asked twelve guests.");
    await alice.patch(path, { description: "Mine", text: "# Others\n\nText." });
    expect((await sources.enriched(path)).description).toBe("Mine");
    await alice.patch(path, { description: null });
    expect((await sources.enriched(path)).description).toBe("Others: Text.");
    await alice.patch(path, { description: "Others: Text." });
    await alice.patch(path, { text: "# Third\n\nText." });
    expect((await sources.enriched(path)).description).toBe("Others: Text.");
    const empty = await sources.add(alice, project, "Empty", "");
    expect((await sources.enriched(`${project}/context/${empty.id}`)).enrichment).toEqual({
      status: "skipped",
      reason: "The text is empty.",
    });
  });

  it("repeat the answer of a creation under an Idempotency-Key with the original text, and add nothing twice", async () => {
    const { alice } = sources.world;
    const headers = { "idempotency-key": "context-once" };
    const send = () => alice.post(`${project}/context`, { title: "Once", text: "Text." }, headers);
    const first = await send();
    await alice.patch(`${project}/context/${first.body.source.id}`, { text: "Changed." });
    const again = await send();
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(again.body).toEqual(first.body);
    await alice.delete(`${project}/context/${first.body.source.id}`);
    expect((await send()).body.source).toMatchObject({ id: first.body.source.id, text: null });
  });

  it("are changed with the newest revision, by `If-Match` or `baseRevision`, at every scope", async () => {
    const { alice, bob } = sources.world;
    const plan = await newPlan(alice, project, {});
    for (const level of ["/v1", project, plan.path]) {
      const created = await alice.post(`${level}/context`, { title: "Guarded", text: "One." });
      const path = `${level}/context/${created.body.source.id}`;
      const etag = String((await bob.get(path)).headers.etag);
      const changed = await bob.patch(path, { text: "Two." }, { "if-match": etag });
      expect(changed.body.source).toMatchObject({ text: "Two.", textChars: 4, revision: 2 });
      for (const refused of [
        await alice.patch(path, { text: "Three." }, { "if-match": etag }),
        await alice.patch(path, { kind: "other" }, { "if-match": etag }),
        await alice.delete(path, { "if-match": etag }),
      ]) {
        expect(outcome(refused)).toBe("412 precondition_failed");
        expect(refused.body.error.details).toEqual({ revision: 2 });
      }
      const conflict = await alice.patch(path, { text: "Three.", baseRevision: 1 });
      expect(outcome(conflict)).toBe("409 revision_conflict");
      const gone = await alice.delete(path, { "if-match": String(changed.headers.etag) });
      expect(gone.body).toEqual({ deleted: true });
    }
  });

  it("from research are changed like pasted ones; those of files and pages are not", async () => {
    const { alice } = sources.world;
    const research = await sources.add(alice, project, "Research", "Found.", { sourceKind: "RESEARCH" });
    const changed = await alice.patch(`${project}/context/${research.id}`, { text: "Found more." });
    expect(changed.body.source).toMatchObject({ sourceKind: "RESEARCH", text: "Found more.", revision: 2 });
    for (const sourceKind of ["URL", "UPLOADED"]) {
      const body = { title: "Pretended", text: "", sourceKind };
      expect(outcome(await alice.post(`${project}/context`, body))).toBe("400 invalid_request");
    }
  });

  it("change without a new revision in kind, folder and description, and not at all if nothing is new", async () => {
    const { alice } = sources.world;
    const { id } = await sources.add(alice, project, "Facts", "Text.");
    const path = `${project}/context/${id}`;
    const facts = { kind: "interview", folderPath: "a/b", description: "Mine" };
    expect((await alice.patch(path, facts)).body.source).toMatchObject({ ...facts, revision: 1 });
    const before = (await alice.get(path)).body.source;
    for (const same of [facts, { title: "Facts" }, { text: "Text." }, {}]) await alice.patch(path, same);
    expect((await alice.get(path)).body.source.updatedAt).toBe(before.updatedAt);
    await alice.patch(path, { title: "Other", text: "Other." });
    expect(await sources.events(id)).toEqual([
      ["created", { scope: "PROJECT" }],
      ["updated", { changed: ["kind", "folderPath", "description"] }],
      ["updated", { changed: ["title", "text"] }],
    ]);
  });

  it("have at most 8 MiB in a request, and only valid text", async () => {
    const { alice } = sources.world;
    const send = (text: unknown) => alice.post(`${project}/context`, { title: "Large", text });
    expect(outcome(await send("a".repeat(8 * 1024 * 1024)))).toBe("413 payload_too_large");
    for (const text of [null, 1, ["a"], "a\0b", "\ud800"])
      expect(outcome(await send(text))).toBe("400 invalid_request");
    expect(outcome(await send("a".repeat(8 * 1024 * 1024 - 100)))).toBe("201");
  });
});
