import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { form } from "../../../test/form.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec } from "../plans/scene.test-support.ts";
import { newThread } from "../threads/scene.test-support.ts";

const project = "/v1/projects/web";
const exact = "refused with a message";
const text = `# Uploads\n\nSmall files are kept.\nA file above 32 MiB is ${exact} that says why.\n\nThe end.\n`;
const numbered = (count: number, words: string) =>
  Array.from({ length: count }, (_, n) => `Line ${n} of the ${words}, which says ${n * 7} things.`).join(
    "\n",
  );

describe.each(databases)("anchors of threads, on $database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });
  let plan: Awaited<ReturnType<typeof newPlan>>;
  beforeAll(async () => {
    plan = await newPlan(world.bob, project);
  });

  const look = async (thread: { path: string; documentId: string }) => {
    const { anchor } = (await world.bob.get(thread.path)).body.thread;
    const { sourceText, document } = (await world.bob.get(`/v1/documents/${thread.documentId}`)).body;
    const words = anchor.start === null ? null : sourceText.slice(anchor.start, anchor.end);
    return { ...anchor, words, isNow: anchor.revision === document.revision };
  };
  /** Waits until no search of the document is pending, and returns the same. */
  const found = async (thread: { id: string; path: string; documentId: string }) => {
    const waiting = () =>
      world.context.db
        .selectFrom("anchors")
        .select("sought")
        .where("id", "=", thread.id)
        .where("sought", "is not", null)
        .executeTakeFirst();
    while (await waiting()) await new Promise((resolve) => setTimeout(resolve, 20));
    return look(thread);
  };

  it("follow a spec through edits, restored versions and the words' return, and show their current position", async () => {
    const spec = await newSpec(world.bob, plan, { title: "Uploads", content: text });
    const thread = await newThread(world.vera, spec.id, { anchor: { exact } });
    expect(thread.anchor).toMatchObject({ state: "attached", revision: "1", start: text.indexOf(exact) });
    const write = (content: string) => world.bob.patch(spec.path, { content });
    await write(`Before it.\n\n${text}`);
    expect(await look(thread)).toMatchObject({ state: "attached", words: exact, isNow: true });
    await write(text.replace(exact, "refused with a clear message"));
    expect(await look(thread)).toMatchObject({
      state: "moved",
      words: "refused with a clear message",
      exact,
    });
    await write(text.replace(/A file above.*\n/, ""));
    expect(await look(thread)).toMatchObject({
      state: "orphaned",
      start: null,
      end: null,
      exact,
      revision: "3",
    });
    expect(await found(thread)).toMatchObject({ state: "orphaned" });
    await world.bob.post(`${spec.path}/versions/1/restore`);
    expect(await look(thread)).toMatchObject({ state: "attached", words: exact, isNow: true, revision: "5" });
    await world.bob.patch(spec.path, { title: "Other" });
    expect(await look(thread)).toMatchObject({ state: "attached", words: exact, isNow: true, revision: "6" });
  });

  it("begun on an earlier revision, are moved to the current text", async () => {
    const spec = await newSpec(world.bob, plan, { title: "Earlier", content: text });
    await world.bob.patch(spec.path, { content: `Before it.\n\n${text}` });
    const thread = await newThread(world.vera, spec.id, { anchor: { exact }, baseRevision: "1" });
    expect(await look(thread)).toMatchObject({ state: "attached", words: exact, isNow: true });
  });

  it("follow the texts of plans, instructions, formats and skills", async () => {
    const { alice, bob } = world;
    const described = await newPlan(bob, project, { description: text });
    await alice.put("/v1/instructions", { markdown: text });
    await alice.put("/v1/formats/spec", { markdown: text });
    const skill = (words: string) => `---\nname: checking\ndescription: Checks.\n---\n${words}`;
    await alice.put("/v1/skills/checking", { markdown: skill(text) });
    const writes: [string, (words: string) => Promise<unknown>][] = [
      [described.id, (description) => bob.patch(described.path, { description })],
      ["instructions.company", (markdown) => alice.put("/v1/instructions", { markdown })],
      ["format.company.spec", (markdown) => alice.put("/v1/formats/spec", { markdown })],
      ["skill.company.checking", (words) => alice.put("/v1/skills/checking", { markdown: skill(words) })],
    ];
    for (const [id, write] of writes) {
      const thread = await newThread(bob, id, { anchor: { exact } });
      await write(`Before it.\n\n${text}`);
      expect(await look(thread), id).toMatchObject({ state: "attached", words: exact, isNow: true });
      await write("Nothing of it.");
      expect((await look(thread)).state, id).toBe("orphaned");
      await write(text);
      expect(await look(thread), id).toMatchObject({ state: "attached", words: exact, isNow: true });
    }
  });

  it("on a built-in format's words follow the company's own text when it is written", async () => {
    const id = "format.company.epic";
    const { sourceText } = (await world.alice.get(`/v1/documents/${id}`)).body;
    const thread = await newThread(world.alice, id, { anchor: { exact: "Constraints" } });
    await world.alice.put("/v1/formats/epic", { markdown: `Our own.\n\n${sourceText}` });
    expect(await look(thread)).toMatchObject({ state: "attached", words: "Constraints", isNow: true });
  });

  it("follow a pasted source, and a file that is replaced by another one, by the job", async () => {
    const path = `${plan.path}/context`;
    const { source } = (await world.bob.post(path, { title: "Tides", text })).body;
    const thread = await newThread(world.bob, source.id, { anchor: { exact } });
    await world.bob.patch(`${path}/${source.id}`, { text: `Before it.\n\n${text}` });
    expect(await look(thread)).toMatchObject({ state: "attached", words: exact, isNow: true });

    const upload = async (body: string) =>
      (
        await world.bob.post(
          `${path}/upload`,
          form([
            { name: "onConflict", body: "replace" },
            { file: "tides.txt", body },
          ]),
        )
      ).body.sources[0];
    const file = await upload(text);
    const shown = async () => (await world.bob.get(`/v1/documents/${file.id}`)).body.sourceText;
    while ((await shown()) === "") await new Promise((resolve) => setTimeout(resolve, 20));
    const about = await newThread(world.bob, file.id, { anchor: { exact } });
    await upload(`Another beginning.\n\n${text}`);
    while (!(await shown()).startsWith("Another")) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await found(about)).toMatchObject({ state: "attached", words: exact, isNow: true });
  });

  it("lost in a rewritten text are found by the job: elsewhere, in other words, or not at all", async () => {
    const before = `${numbered(1500, "old text")}\nThe rule of the third kind is void.\n${text}${numbered(1500, "old text after it")}`;
    const spec = await newSpec(world.bob, plan, { title: "Long", content: before });
    const quotes = [exact, "Small files are kept.", "The rule of the third kind is void."];
    const threads: Awaited<ReturnType<typeof newThread>>[] = [];
    for (const quote of quotes)
      threads.push(await newThread(world.bob, spec.id, { anchor: { exact: quote } }));
    const rewritten = numbered(1500, "new story").replaceAll("Line", "Row");
    const other = text.replace("Small files are kept.", "Small files are always kept.");
    await world.bob.patch(spec.path, { content: `${other}\n${rewritten}\n${rewritten}` });
    const [first, second, third] = await Promise.all(threads.map(found));
    expect(first).toMatchObject({ state: "attached", words: exact, isNow: true });
    expect(second).toMatchObject({ state: "moved", words: "Small files are always kept.", isNow: true });
    expect(third).toMatchObject({ state: "orphaned", exact: quotes[2] });
  });

  it("are deleted with their documents", async () => {
    const gone = await newPlan(world.bob, project);
    const spec = await newSpec(world.bob, gone, { title: "Gone", content: text });
    const { source } = (await world.bob.post(`${gone.path}/context`, { title: "Tides", text })).body;
    for (const id of [spec.id, source.id]) await newThread(world.bob, id, { anchor: { exact } });
    await world.bob.delete(gone.path);
    const left = await world.context.db
      .selectFrom("anchors")
      .selectAll()
      .where("document_id", "in", [spec.id, source.id])
      .execute();
    expect(left).toEqual([]);
  });
});
