import { Worker } from "node:worker_threads";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterEach, describe, expect, it, vi } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { form, formHeaders } from "../../../../test/form.ts";
import { outcome } from "../../plans/scene.test-support.ts";
import { openSources, project } from "../scene.test-support.ts";
import { beginEnrichment, enrichSource, giveUpEnrichment } from "./enrich-source.ts";

const signal = new AbortController().signal;

describe.each(databases)("the reading of context sources, on $database", ({ create }) => {
  const sources = openSources(create, { jobs: "off" });
  afterEach(() => vi.restoreAllMocks());

  const added = async (text: string) => {
    const { id } = await sources.add(sources.world.alice, project, `Read ${Math.random()}`, text);
    const path = `${project}/context/${id}`;
    const job = { workspaceId: (await sources.world.alice.get("/v1/me")).body.workspace.id, sourceId: id };
    const read = async () => (await sources.world.alice.get(path)).body.source;
    return { path, job, read, run: () => enrichSource(sources.world.context, job, { signal }) };
  };

  it("goes from `pending` over `running` to `done`, and remains one job however often the text changes", async () => {
    const { alice, context } = sources.world;
    const { path, job, read, run } = await added("Hello.");
    expect(await read()).toMatchObject({ tokenCount: 0, enrichment: { status: "pending", reason: "" } });
    await alice.patch(path, { text: "Hello there." });
    await alice.patch(path, { text: "Hello again." });
    const jobs = await context.db
      .selectFrom("jobs")
      .select("id")
      .where("kind", "=", "context.enrich")
      .where("payload", "like", `%${job.sourceId}%`)
      .execute();
    expect(jobs).toHaveLength(1);
    await context.writer.run(beginEnrichment, job);
    expect((await read()).enrichment).toEqual({ status: "running", reason: "" });
    await run();
    const done = { status: "done", reason: "" };
    expect(await read()).toMatchObject({ tokenCount: 3, description: "Hello again.", enrichment: done });
  });

  it("that was killed runs again, and leaves nothing `running`", async () => {
    const { read, run, job } = await added("Killed.");
    const { writer } = sources.world.context;
    const killed = new AbortController();
    sources.world.context.writer = {
      ...writer,
      run: async (command, input) => {
        const result = await writer.run(command, input);
        if (command.name === beginEnrichment.name) killed.abort(new Error("killed"));
        return result;
      },
    };
    const first = enrichSource(sources.world.context, job, { signal: killed.signal });
    await expect(first).rejects.toThrow("killed");
    sources.world.context.writer = writer;
    expect((await read()).enrichment.status).toBe("running");
    await run();
    expect(await read()).toMatchObject({ tokenCount: 2, enrichment: { status: "done" } });
  });

  it("that fails at every attempt leaves `failed` with a reason, and a change starts it again", async () => {
    const { alice, context } = sources.world;
    const { path, job, read, run } = await added("Fails.");
    await giveUpEnrichment(context, job);
    expect((await read()).enrichment).toEqual({
      status: "failed",
      reason: "It could not be read. Try to save it again.",
    });
    await run();
    expect((await read()).enrichment.status).toBe("failed");
    await alice.patch(path, { text: "Reads." });
    expect((await read()).enrichment).toEqual({ status: "pending", reason: "" });
    await run();
    expect((await read()).enrichment.status).toBe("done");
  });

  it("that fails is reported before why a degraded source was read in part, and later only that remains", async () => {
    const { alice, context } = sources.world;
    context.extract = async () => {
      const text = "As far as it was read.";
      const facts = { title: null, tokens: 6, units: text.length, pictures: 0 };
      return { state: "done", ...facts, problem: "Pages 2 and 3 are damaged.", text };
    };
    const parts = [{ file: "torn.pdf", type: "application/pdf", body: "%PDF" }];
    const added = await alice.post(`${project}/context/upload`, form(parts), formHeaders);
    const { id: sourceId } = added.body.sources[0];
    const path = `${project}/context/${sourceId}`;
    const job = { workspaceId: (await alice.get("/v1/me")).body.workspace.id, sourceId };
    const read = async () => (await alice.get(path)).body.source;
    await enrichSource(context, job, { signal });
    const whole = { degraded: true, enrichment: { status: "done", reason: "Pages 2 and 3 are damaged." } };
    expect(await read()).toMatchObject(whole);
    const readAgain = async () => {
      for (const description of ["Mine", null]) await alice.patch(path, { description });
    };
    for (const _ of [1, 2]) {
      await readAgain();
      await giveUpEnrichment(context, job);
      expect((await read()).enrichment).toEqual({
        status: "failed",
        reason: "It could not be read. Try to save it again. Pages 2 and 3 are damaged.",
      });
    }
    await readAgain();
    await enrichSource(context, job, { signal });
    expect(await read()).toMatchObject(whole);
  });

  it("of a file that fails at every attempt leaves it degraded, until it is read or replaced", async () => {
    const { alice, context } = sources.world;
    context.extract = async () => {
      const facts = { title: null, tokens: 1, units: 4, pictures: 0, problem: null };
      return { state: "done", ...facts, text: "Read" };
    };
    const send = async (...fields: { name: string; body: string }[]) => {
      const parts = [...fields, { file: "never.pdf", type: "application/pdf", body: "%PDF" }];
      return (await alice.post(`${project}/context/upload`, form(parts), formHeaders)).body.sources[0];
    };
    const { id: sourceId } = await send();
    const path = `${project}/context/${sourceId}`;
    const job = { workspaceId: (await alice.get("/v1/me")).body.workspace.id, sourceId };
    const read = async () => (await alice.get(path)).body.source;
    const failed = { status: "failed", reason: "It could not be read. Try to save it again." };
    for (const _ of [1, 2]) {
      await giveUpEnrichment(context, job);
      expect(await read()).toMatchObject({ degraded: true, enrichment: failed });
      for (const description of ["Mine", null]) await alice.patch(path, { description });
    }
    await enrichSource(context, job, { signal });
    const whole = { degraded: false, description: "Read", enrichment: { status: "done", reason: "" } };
    expect(await read()).toMatchObject(whole);
    // Its text was read whole; only counting its tokens failed.
    for (const description of ["Mine", null]) await alice.patch(path, { description });
    await giveUpEnrichment(context, job);
    expect(await read()).toMatchObject({ degraded: false, enrichment: failed });
    expect(await send({ name: "onConflict", body: "replace" })).toMatchObject({ degraded: false });
    await giveUpEnrichment(context, job);
    expect(await read()).toMatchObject({ degraded: true, text: "Read", enrichment: failed });
  });

  it("stores nothing about a changed text or a deleted source", async () => {
    const { alice, context } = sources.world;
    const { path, job, read } = await added("Before.");
    const { writer } = context;
    let meanwhile = async () => {
      await alice.patch(path, { text: "After, which is longer." });
    };
    context.writer = {
      ...writer,
      run: async (command, input) => {
        if (command.name === "context.endEnrichment") await meanwhile();
        return writer.run(command, input);
      },
    };
    await enrichSource(context, job, { signal });
    expect(await read()).toMatchObject({
      tokenCount: 0,
      description: null,
      enrichment: { status: "pending" },
    });
    meanwhile = async () => {
      await alice.delete(path);
    };
    await enrichSource(context, job, { signal });
    context.writer = writer;
    expect(outcome(await alice.get(path))).toBe("404 not_found");
    await enrichSource(context, job, { signal });
    await giveUpEnrichment(context, job);
  });

  it("counts tokens by o200k: exactly up to 2,000 characters, within 0.5 % beyond", async () => {
    const words = "Guests pay by card; 支払いはカードで。 Größe ❤️ 12,50 €\n";
    for (const [part, times, off] of [
      ["a", 1, 0],
      [words.repeat(40).slice(0, 2000), 1, 0],
      // Counting these exactly takes minutes.
      [words.repeat(50), 100, 0.005],
      ["a".repeat(8000), 12.5, 0.005],
      [`${"-".repeat(79)}\n`, 1250, 0.005],
      ["_".repeat(8192), 2.5, 0.005],
    ] as const) {
      const text = part.repeat(times) + part.slice(0, part.length * (times % 1));
      const { read, run } = await added(text);
      await run();
      const { tokenCount } = await read();
      const expected = countTokens(part) * times;
      expect(Math.abs(tokenCount - expected)).toBeLessThanOrEqual(expected * off);
    }
  });

  it("counts tokens in a separate thread, so that others are answered meanwhile", async () => {
    const text = "あ".repeat(100_000);
    const { run, read, path } = await added(text);
    const chunks: string[] = [];
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { postMessage } = Worker.prototype;
    vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker, ...sent) {
      const [task] = sent;
      if (!isTextTask(task)) return postMessage.apply(this, sent);
      chunks.push(task.text);
      void gate.then(() => postMessage.apply(this, sent));
    });
    const counted = run();
    await expect.poll(() => chunks).toHaveLength(1);
    expect(await read()).toMatchObject({ tokenCount: 0, enrichment: { status: "running" } });
    expect((await sources.world.bob.patch(path, { kind: "interview" })).status).toBe(200);
    open();
    await counted;
    expect(chunks.join("")).toBe(text);
    expect((await read()).tokenCount).toBeGreaterThan(0);
  });
});

/** Returns true for tasks of the counting thread; SQLite's writer gets other ones. */
const isTextTask = (task: unknown): task is { text: string } =>
  typeof task === "object" && task !== null && Object.keys(task).join() === "text";
