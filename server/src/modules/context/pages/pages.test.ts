import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { extract } from "../../../extract/extract.ts";
import { newPlan, outcome } from "../../plans/scene.test-support.ts";
import { article, html, openScene, plain, project, send } from "./scene.test-support.ts";

describe.each(databases)("pages as sources, on $database", ({ create }) => {
  const scene = openScene(create);
  const addUntitled = (path: string, more = {}) =>
    scene.world.alice.post(`${project}/context/url`, { url: scene.site.url + path, ...more });

  it("are added at three scopes with their tables, and answer with every field", async () => {
    const { alice } = scene.world;
    const plan = await newPlan(alice, project, {});
    scene.answer = send(article("High at noon."));
    for (const [base, scope] of [
      ["/v1", "TEAM"],
      [project, "PROJECT"],
      [plan.path, "PLAN"],
    ] as const) {
      const url = `${scene.site.url}/tides?day=1`;
      const added = await alice.post(`${base}/context/url`, { url, folderPath: "sea" });
      expect(outcome(added)).toBe("201");
      const text = "# Tides of today\n\nHigh at noon.\n\n| Port | High |\n| --- | --- |\n| Quay | 4 m |";
      expect(added.body.source).toEqual({
        id: expect.any(String),
        scope,
        kind: "page",
        sourceKind: "URL",
        title: "Tides",
        folderPath: "sea",
        hasFile: false,
        degraded: false,
        pictureCount: 0,
        url,
        revision: 1,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        text,
        textChars: text.length,
        // The reading job may have begun or ended.
        description: expect.toBeOneOf([null, "Tides of today: High at noon."]),
        tokenCount: expect.any(Number),
        enrichment: { status: expect.stringMatching(/^(pending|running|done)$/), reason: "" },
        ...(scope === "PLAN" ? { active: true } : {}),
      });
      expect(outcome(await scene.refresh(added, base))).toBe("200");
    }
  });

  // A busy machine starts a process late.
  it("are read in a separate process, also PDF", async () => {
    const { context } = scene.world;
    context.extract = extract;
    const corpus = new URL("../../../../test/corpus/berths.pdf", import.meta.url);
    scene.answer = send(await readFile(corpus), { "content-type": "application/pdf" });
    const pdf = await scene.enriched(await scene.add("/berths.pdf"));
    expect(pdf).toMatchObject({ sourceKind: "URL", hasFile: false, enrichment: { status: "done" } });
    expect(pdf.tokenCount).toBeGreaterThan(50);
  }, 90_000);

  it("may be any document that can be uploaded, however the server names it", async () => {
    const corpus = (name: string) => readFile(new URL(`../../../../test/corpus/${name}`, import.meta.url));
    for (const [body, type, words] of [
      ["Moor at the quay.", "text/plain", "Moor at the quay."],
      ["Moor at the quay.", "", "Moor at the quay."],
      ["<!doctype html><h1>Quay</h1>", "", "# Quay"],
      ["# Quay\n\n*4 m*", "text/markdown", "# Quay\n\n*4 m*"],
      ['{"quay":4}', "application/json", '"quay"'],
      ["quay,high\nnorth,4", "text/csv", "| quay | high |"],
      [await corpus("berths.pdf"), "text/html", "Berth booking"],
      [await corpus("berths.docx"), "application/octet-stream", "Berth booking"],
    ] as const) {
      scene.answer = send(
        typeof body === "string" ? body : Buffer.from(body),
        type ? { "content-type": type } : {},
      );
      const added = await scene.add("/document");
      expect([type, outcome(added)]).toEqual([type, "201"]);
      expect(added.body.source.text).toContain(words);
    }
  });

  it("are counted and described like any text, once a job has read them", async () => {
    scene.answer = send("Moor at the quay.", plain);
    const read = await scene.enriched(await scene.add());
    expect(read).toMatchObject({ description: "Moor at the quay.", tokenCount: 6 });
    expect(read.enrichment).toEqual({ status: "done", reason: "" });
  });

  it("are titled by the last segment of their path if they have no title, else by their host", async () => {
    const { site } = scene;
    scene.answer = send("<title> \u200b </title><p>Nothing said.</p>");
    const host = `127.0.0.1:${site.port}`;
    for (const [path, title] of [
      ["/acme/api/main/guide.txt?raw=1#top", "guide.txt"],
      ["/docs/set-up/", "set-up"],
      ["/%C3%BCber%20uns.txt", "über uns.txt"],
      ["/100%25%ff", "100%25%ff"],
      ["/%E2%80%8B", host],
      ["", `${host} (2)`],
    ] as const)
      expect((await addUntitled(path)).body.source?.title).toBe(title);
    const long = (await addUntitled(`/${"long".repeat(100)}`)).body.source.title;
    expect(long).toBe("long".repeat(50));
  });

  it("get a number if their default title is taken in that folder", async () => {
    const { site } = scene;
    scene.answer = send("Read me first.", plain);
    const readme = async (repository: string, more = {}) =>
      (await addUntitled(`/acme/${repository}/main/README.md`, more)).body.source?.title;
    expect([await readme("api"), await readme("web"), await readme("app")]).toEqual([
      ...["README.md", "README (2).md", "README (3).md"],
    ]);
    expect(await readme("api", { folderPath: "below" })).toBe("README.md");
    scene.answer = send(article("High at noon."));
    const titles = await Promise.all(
      ["/a", "/b", "/c"].map((path) => addUntitled(path, { folderPath: "tides" })),
    );
    expect(titles.map(({ body }) => body.source?.title).toSorted()).toEqual([
      ...["Tides", "Tides (2)", "Tides (3)"],
    ]);
    const before = site.requests.length;
    expect(outcome(await scene.add("/", { title: "README.md" }))).toBe("409 title_taken");
    expect(site.requests.length).toBe(before);
  });

  it("have a title of one line and 200 characters, whatever their own", async () => {
    scene.answer = send(`<title>${"Long\nname ".repeat(100)}</title><p>Text.`);
    const { alice } = scene.world;
    const added = await alice.post(`${project}/context/url`, { url: `${scene.site.url}/long` });
    expect(added.body.source.title).toMatch(/^Long name Long/);
    expect([...added.body.source.title].length).toBeLessThanOrEqual(200);
  });

  it("are fetched only for members who may change the scope's sources", async () => {
    const { site, world } = scene;
    const plan = await newPlan(world.alice, project, { visibility: "PRIVATE" });
    const before = site.requests.length;
    const body = { url: site.url };
    expect(outcome(await world.vera.post(`${project}/context/url`, body))).toBe("403 forbidden");
    expect(outcome(await world.bob.post(`${plan.path}/context/url`, body))).toBe("404 not_found");
    expect(outcome(await world.mallory.post(`${project}/context/url`, body))).toBe("404 not_found");
    await world.alice.post(`${plan.path}/archive`);
    expect(outcome(await world.alice.post(`${plan.path}/context/url`, body))).toBe("409 plan_archived");
    expect(site.requests.length).toBe(before);
  });

  it("show their own title and address to whoever reads the scope", async () => {
    scene.answer = send(article("Read by all."), { ...html, "content-language": "en" });
    const added = await scene.add();
    const path = `${project}/context/${added.body.source.id}`;
    await scene.enriched(added);
    const { body, headers } = await scene.world.vera.get(path);
    expect(body.source).toMatchObject({ url: `${scene.site.url}/`, text: added.body.source.text });
    expect(outcome(await scene.world.vera.post(`${path}/refresh`))).toBe("403 forbidden");
    expect((await scene.world.vera.get(path, { "if-none-match": String(headers.etag) })).status).toBe(304);
  });

  it("are added once under an Idempotency-Key, and its repetition shows the text", async () => {
    scene.answer = send(article("Once."));
    const body = { url: scene.site.url, title: "Only once" };
    const headers = { "idempotency-key": "a page once" };
    const first = await scene.world.alice.post(`${project}/context/url`, body, headers);
    const again = await scene.world.alice.post(`${project}/context/url`, body, headers);
    expect(again.body.source).toMatchObject({ id: first.body.source.id, text: first.body.source.text });
    expect(again.headers["idempotent-replayed"]).toBe("true");
  });
});
