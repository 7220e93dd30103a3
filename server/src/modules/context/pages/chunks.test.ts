import { afterEach, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { form, formHeaders } from "../../../../test/form.ts";
import { failingAt, killedAt } from "../../../../test/killed-at.ts";
import { keepAction } from "../../../dispatch/idempotency/commands.ts";
import { unavailable } from "../../../dispatch/serialized-error.ts";
import { outcome } from "../../plans/scene.test-support.ts";
import { dropUnfinished, runDropUnfinished } from "./drop-unfinished.ts";
import { article, openScene, plain, project, send } from "./scene.test-support.ts";
import { showPage } from "./show-page.ts";
import { stageChunk } from "./stage-text.ts";

const long = (mark: string) => `${mark} ${"word ".repeat(60_000)}😀`;

describe.each(databases)("pages that are written in chunks, on $database", ({ create }) => {
  const scene = openScene(create);

  /** Makes a command fail; `isKilled` also fails the cleanup, as if the process had been killed. */
  const failing = (command: { name: string }, isKilled = false) => {
    const { writer } = scene.world.context;
    scene.world.context.writer = failingAt(
      writer,
      [command, unavailable("the disk is full")],
      ...(isKilled ? [[dropUnfinished, new Error("nobody is told this one")] as const] : []),
    );
    mend = () => {
      scene.world.context.writer = writer;
    };
  };
  let mend = () => {};
  afterEach(() => mend());

  const jobsOf = async (id: string) =>
    scene.world.context.db
      .selectFrom("jobs")
      .selectAll()
      .where("kind", "=", "context.dropUnfinished")
      .where("payload", "like", `%${id}%`)
      .orderBy("id")
      .execute();
  const later = async (id: string) => {
    for (const { payload } of await jobsOf(id))
      await runDropUnfinished(scene.world.context, JSON.parse(payload));
  };
  const texts = async (id: string) => {
    const rows = await scene.world.context.db
      .selectFrom("context_texts")
      .select("revision")
      .distinct()
      .where("source_id", "=", id)
      .orderBy("revision")
      .execute();
    return rows.map(({ revision }) => revision);
  };

  it("show their text whole, and two simultaneous reads show one of the two", async () => {
    scene.answer = send(long("a"), plain);
    const added = await scene.add();
    expect(added.body.source.text).toBe(long("a"));
    expect(added.body.source.textChars).toBe(300_003);
    let calls = 0;
    scene.answer = (request, response) => send(long(["b", "c"][calls++ % 2] ?? ""), plain)(request, response);
    const both = await Promise.all([scene.refresh(added), scene.refresh(added)]);
    expect(both.map(outcome)).toEqual(["200", "200"]);
    const { text, revision } = await scene.read(added);
    expect([long("b"), long("c")]).toContain(text);
    await later(added.body.source.id);
    expect(await scene.read(added)).toMatchObject({ text, revision });
  });

  const listed = async (wanted: string): Promise<boolean> => {
    const { sources } = (await scene.world.alice.get(`${project}/context`)).body;
    return sources.some(({ title }: { title: string }) => title === wanted);
  };

  it("leave nothing behind if one was not stored or shown, so that they can be added again at once", async () => {
    scene.answer = send(long("a"), plain);
    for (const [n, command] of [stageChunk, showPage].entries()) {
      const title = `Again ${n}`;
      failing(command);
      const failed = await scene.add("/", { title });
      mend();
      expect(outcome(failed)).toBe("503 unavailable");
      expect(await listed(title)).toBe(false);
      const again = await scene.add("/", { title });
      expect(again.body.source).toMatchObject({ title, text: long("a") });
      await later(again.body.source.id);
      expect((await scene.read(again)).text).toBe(long("a"));
    }
  });

  it("are added once under a key, also if the process was killed right after they were stored", async () => {
    for (const words of ["A short page.", long("a")]) {
      scene.answer = send(words, plain);
      const headers = { "idempotency-key": `page of ${words.length}` };
      const body = { url: scene.site.url, title: `Kept ${words.length}`, folderPath: "kept" };
      const add = () => scene.world.alice.post(`${project}/context/url`, body, headers);
      const first = await killedAt(scene.world, keepAction, add);
      const again = await add();
      expect([outcome(first), outcome(again)]).toEqual(["201", "201"]);
      expect(again.body.source).toEqual(first.body.source);
      expect(again.headers["idempotent-replayed"]).toBe("true");
    }
  });

  it("leave nothing behind if their plan is archived while they are stored", async () => {
    const { alice, context } = scene.world;
    const { shortId } = (await alice.post(`${project}/plans`, { name: "Archived meanwhile" })).body.plan;
    const plan = `${project}/plans/${shortId}`;
    const { writer } = context;
    context.writer = {
      ...writer,
      run: async (command, input) => {
        if (command.name === showPage.name) await alice.post(`${plan}/archive`);
        return writer.run(command, input);
      },
    };
    mend = () => {
      context.writer = writer;
    };
    scene.answer = send(long("a"), plain);
    expect(outcome(await scene.add("/", {}, plan))).toBe("409 plan_archived");
    mend();
    await alice.post(`${plan}/restore`);
    const { sources } = (await alice.get(`${plan}/context`)).body;
    expect(sources.filter(({ scope }: { scope: string }) => scope === "PLAN")).toEqual([]);
  });

  it("show no text if the process was killed before every chunk was stored, and are deleted by a job", async () => {
    failing(stageChunk, true);
    scene.answer = send(long("a"), plain);
    const failed = await scene.add("/", { title: "Half" });
    mend();
    expect(outcome(failed)).toBe("503 unavailable");
    const { sources } = (await scene.world.alice.get(`${project}/context`)).body;
    const { id } = sources.find(({ title }: { title: string }) => title === "Half");
    const path = `${project}/context/${id}`;
    expect((await scene.world.alice.get(path)).body.source).toMatchObject({ text: null, textChars: 0 });
    await later(id);
    expect(outcome(await scene.world.alice.get(path))).toBe("404 not_found");
    expect(await texts(id)).toEqual([]);
    expect(await scene.events({ ...failed, body: { source: { id } } })).toEqual(["created", "deleted"]);
  });

  it("can be read again before that job runs, which then keeps them", async () => {
    failing(showPage, true);
    scene.answer = send(long("a"), plain);
    expect(outcome(await scene.add("/", { title: "Mended" }))).toBe("503 unavailable");
    mend();
    const { sources } = (await scene.world.alice.get(`${project}/context`)).body;
    const source = sources.find(({ title }: { title: string }) => title === "Mended");
    const again = await scene.world.alice.post(`${project}/context/${source.id}/refresh`);
    expect(again.body.source).toMatchObject({ text: long("a"), revision: 1 });
    await later(source.id);
    const path = `${project}/context/${source.id}`;
    expect((await scene.world.alice.get(path)).body.source.text).toBe(long("a"));
  });

  it("keep their text if a new one was stored only in part, which a job deletes", async () => {
    scene.answer = send(article("Old."));
    const added = await scene.add();
    const { id } = added.body.source;
    const before = await scene.enriched(added);
    failing(showPage);
    scene.answer = send(long("new"), plain);
    expect(outcome(await scene.refresh(added))).toBe("503 unavailable");
    mend();
    expect(await scene.read(added)).toEqual(before);
    expect(await texts(id)).toEqual([1, 2]);
    await later(id);
    expect(await scene.read(added)).toEqual(before);
    expect(await texts(id)).toEqual([1]);
  });

  it("give way to a file that replaces them, which is read whatever was begun before", async () => {
    scene.answer = send(article("Old."));
    const added = await scene.add("/", { title: "later a file.txt" });
    failing(showPage);
    scene.answer = send(article("Begun."));
    expect(outcome(await scene.refresh(added))).toBe("503 unavailable");
    mend();
    scene.answer = send(article("New."));
    expect((await scene.refresh(added)).body.source.text).toContain("New.");
    const parts = form([
      { file: "later a file.txt", body: "A file." },
      { name: "onConflict", body: "replace" },
    ]);
    const replaced = await scene.world.alice.post(`${project}/context/upload`, parts, formHeaders);
    expect(replaced.body.sources[0]).toMatchObject({ id: added.body.source.id, replaced: true });
    const read = await scene.enriched(added);
    expect(read).toMatchObject({ sourceKind: "UPLOADED", url: null, enrichment: { status: "done" } });
    expect(read.text.trim()).toBe("A file.");
    await later(added.body.source.id);
    expect((await scene.read(added)).text.trim()).toBe("A file.");
  });
});
