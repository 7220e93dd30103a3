import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Answer, openWorld, type World } from "../../../test/world.ts";
import { unavailable } from "../../dispatch/serialized-error.ts";
import { createOutbound, type Outbound } from "../../outbound/client.ts";
import { listen } from "../../outbound/testing.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";
import { runDropUnfinished, stagePieces } from "./page-commands.ts";

type Answerer = (request: IncomingMessage, response: ServerResponse) => void;

const project = "/v1/projects/web";
const article = (words: string) =>
  `<title>Tides</title><h1>Tides of today</h1><p>${words}</p><table><tr><th>Port<th>High<tr><td>Quay<td>4 m</table>`;
const html = { "content-type": "text/html; charset=utf-8" };
const send =
  (body: string | Buffer, headers: Record<string, string> = html): Answerer =>
  (_request, response) =>
    response.writeHead(200, headers).end(body);

describe.each(databases)("pages as sources, on $database", ({ create }) => {
  let world: World;
  let site: Awaited<ReturnType<typeof listen>>;
  let outbound: Outbound;
  let answer: Answerer = send("");
  let titles = 0;
  beforeAll(async () => {
    world = await openWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" } });
    outbound = createOutbound({ allowPrivateNetwork: true, deadlineMs: 1000 });
    await world.alice.post("/v1/projects", { name: "Web" });
    site = await listen((request, response) => answer(request, response));
  });
  beforeEach(() => {
    world.context.outbound = outbound;
  });
  afterAll(async () => {
    await site.close();
    await outbound.close();
    await world.close();
  });

  const add = (path = "/", more: Record<string, unknown> = {}, at = project) =>
    world.alice.post(`${at}/context/url`, { url: site.url + path, title: `Page ${titles++}`, ...more });
  const refresh = ({ body }: Answer, at = project) =>
    world.alice.post(`${at}/context/${body.source.id}/refresh`);
  const read = async ({ body }: Answer) =>
    (await world.alice.get(`${project}/context/${body.source.id}`)).body.source;
  const enriched = async (added: Answer) => {
    for (;;) {
      const source = await read(added);
      if (source.enrichment.status !== "pending" && source.enrichment.status !== "running") return source;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const total = async () => (await world.alice.get(`${project}/context`)).body.sources.length;

  it("are added at three scopes with their tables, and answer with every field", async () => {
    const plan = await newPlan(world.alice, project, {});
    answer = (request, response) => {
      if (request.headers["if-none-match"]) response.writeHead(304).end();
      else send(article("High at noon."), { ...html, etag: '"noon"' })(request, response);
    };
    for (const [at, scope] of [
      ["/v1", "TEAM"],
      [project, "PROJECT"],
      [plan.path, "PLAN"],
    ] as const) {
      const url = `${site.url}/tides?day=1`;
      const added = await world.alice.post(`${at}/context/url`, { url, folderPath: "sea" });
      expect(outcome(added)).toBe("201");
      expect(added.body.source).toMatchObject({
        ...{ scope, kind: "page", sourceKind: "URL", title: "Tides", folderPath: "sea", url, revision: 1 },
        ...{ degraded: false, hasFile: false, pictureCount: 0 },
        text: "# Tides of today\n\nHigh at noon.\n\n| Port | High |\n| --- | --- |\n| Quay | 4 m |",
      });
      expect(added.body.source.textChars).toBe(added.body.source.text.length);
      expect(outcome(await refresh(added, at))).toBe("200");
    }
    const [first] = (await world.alice.get("/v1/context")).body.sources;
    const elsewhere = `${project}/context/${first.id}/refresh`;
    expect(outcome(await world.alice.post(elsewhere))).toBe("409 inherited_source");
  });

  it("may be plain text or a PDF, and are counted and described like any text", async () => {
    answer = send("Moor at the quay.", { "content-type": "text/plain" });
    const text = await enriched(await add("/note.txt"));
    expect(text).toMatchObject({ text: "Moor at the quay.", description: "Moor at the quay." });
    expect(text).toMatchObject({ tokenCount: 6, enrichment: { status: "done", reason: "" } });
    const corpus = new URL("../../../test/corpus/berths.pdf", import.meta.url);
    answer = send(await readFile(corpus), { "content-type": "application/pdf" });
    const pdf = await enriched(await add("/berths.pdf"));
    expect(pdf).toMatchObject({ sourceKind: "URL", enrichment: { status: "done" } });
    expect(pdf.tokenCount).toBeGreaterThan(50);
  });

  it("take the host as their title where they have none, and keep it unique in the folder", async () => {
    answer = send("<p>Nothing said.</p>");
    const untitled = () => world.alice.post(`${project}/context/url`, { url: `${site.url}/untitled` });
    expect((await untitled()).body.source.title).toBe(`127.0.0.1:${site.port}`);
    expect(outcome(await untitled())).toBe("409 title_taken");
    const before = site.requests.length;
    expect(outcome(await add("/", { title: `127.0.0.1:${site.port}` }))).toBe("409 title_taken");
    expect(site.requests.length).toBe(before);
  });

  it("are called only for who may change the place's sources", async () => {
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

  it("are refused where the address is malformed, private, or redirects there, and nothing is stored", async () => {
    const count = await total();
    const refused = async (url: string) => {
      const { status, body } = await world.alice.post(`${project}/context/url`, { url, title: "Refused" });
      expect([url, status, body.error?.code, body.error?.details?.[0]?.path]).toEqual([
        ...[url, 400, "invalid_request", "/url"],
      ]);
      return body.error.message;
    };
    const malformed = ["ftp://a.example", "a.example", "file:///etc/passwd", "https://u:p@a.example"];
    for (const url of [...malformed, "javascript:alert(1)"]) await refused(url);
    await refused("http://169.254.169.254/latest/meta-data/");
    answer = (_request, response) =>
      response.writeHead(302, { location: "http://169.254.169.254/latest/" }).end();
    await refused(`${site.url}/to-metadata`);
    const strict = createOutbound({
      allowPrivateNetwork: false,
      lookup: async () => [{ address: "127.0.0.1", family: 4 }],
    });
    world.context.outbound = strict;
    const before = site.requests.length;
    for (const url of [site.url, `http://rebound.example:${site.port}/`, "http://10.0.0.1", "http://[::1]/"])
      expect(await refused(url)).toMatch(/private network/);
    expect(site.requests.length).toBe(before);
    await strict.close();
    expect(await total()).toBe(count);
  });

  it("that fail upstream answer 502 or 504 with the host, and store nothing", async () => {
    const count = await total();
    const endless: Answerer = (_request, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(1 << 20)));
      };
      response.on("drain", more);
      more();
    };
    const zeros = gzipSync(Buffer.alloc(64 << 20));
    const failures: [string, Answerer][] = [
      ["502 upstream_error", (_request, response) => response.writeHead(404).end("canary")],
      ["502 upstream_error", (_request, response) => response.writeHead(500).end("canary")],
      ["502 upstream_error", (_request, response) => response.writeHead(304).end()],
      ["502 upstream_error", (request) => request.socket.destroy()],
      ["502 upstream_error", (_request, response) => response.writeHead(302, { location: "/" }).end()],
      ["502 upstream_error", endless],
      ["502 upstream_error", send(zeros, { ...html, "content-encoding": "gzip" })],
      ["504 upstream_timeout", () => {}],
      ["504 upstream_timeout", (_request, response) => response.writeHead(200, html).write("<p>Slow")],
    ];
    for (const [expected, fails] of failures) {
      answer = fails;
      const failed = await add();
      expect(outcome(failed)).toBe(expected);
      expect(failed.body.error.details).toEqual({ provider: `127.0.0.1:${site.port}` });
      expect(failed.body.error.message).not.toContain("canary");
    }
    expect(await total()).toBe(count);
  });

  it("that are no text are refused: pictures, sound, endless streams, nothing at all", async () => {
    const count = await total();
    const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    for (const page of [
      send(png, { "content-type": "image/png" }),
      send(png, { "content-type": "text/html" }),
      send("data: x\n\n", { "content-type": "text/event-stream" }),
      send(""),
    ]) {
      answer = page;
      const refused = await add();
      expect(outcome(refused)).toBe("400 invalid_request");
      expect(refused.body.error.details[0].path).toBe("/url");
    }
    expect(await total()).toBe(count);
  });

  it("that need scripts are degraded, and stay so with the reason once they were counted and described anew", async () => {
    answer = send("<div id=root>Loading</div><script src=/app.js></script>");
    const added = await add();
    const reason = expect.stringMatching(/which only a browser runs/);
    expect(added.body.source).toMatchObject({ degraded: true, text: "Loading", enrichment: { reason } });
    const done = { degraded: true, enrichment: { status: "done", reason } };
    expect(await enriched(added)).toMatchObject(done);
    const path = `${project}/context/${added.body.source.id}`;
    await world.alice.patch(path, { description: null });
    expect(await enriched(added)).toMatchObject(done);
    answer = send("<div id=root></div><script src=/app.js></script>");
    expect((await refresh(added)).body.source).toMatchObject({ degraded: true, text: "" });
    expect(await enriched(added)).toMatchObject({ enrichment: { status: "skipped", reason } });
    answer = send(article("Now as text."));
    expect((await refresh(added)).body.source).toMatchObject({ degraded: false, revision: 3 });
    expect(await enriched(added)).toMatchObject({ enrichment: { status: "done", reason: "" } });
  });

  it("that have not changed stay as they are on a refresh, by their ETag or by their text", async () => {
    const tagged =
      (words: string, etag: string): Answerer =>
      (request, response) => {
        if (request.headers["if-none-match"] === etag) response.writeHead(304).end();
        else response.writeHead(200, { ...html, etag }).end(article(words));
      };
    answer = tagged("First.", '"one"');
    const added = await add();
    const before = await enriched(added);
    expect(await refresh(added)).toMatchObject({ status: 200, body: { source: before } });
    expect(site.requests.at(-1)?.headers["if-none-match"]).toBe('"one"');
    answer = tagged("First.", 'W/"two"');
    expect((await refresh(added)).body.source).toEqual(before);
    await refresh(added);
    expect(site.requests.at(-1)?.headers["if-none-match"]).toBe('W/"two"');
    expect(await read(added)).toEqual(before);
  });

  it("that have changed get a new revision, and keep their title", async () => {
    answer = send(article("First."));
    const added = await add("/", { title: "My own title" });
    await enriched(added);
    answer = send(article("Second, which is quite a bit longer."));
    const { status, body } = await refresh(added);
    expect(status).toBe(200);
    expect(body.source).toMatchObject({ title: "My own title", revision: 2 });
    expect(body.source.text).toContain("Second, which");
    expect(body.source.textChars).toBe(body.source.text.length);
    const after = await enriched(added);
    expect(after.description).toContain("Second");
    expect(after.tokenCount).toBeGreaterThan(added.body.source.tokenCount);
  });

  it("that can't be read now keep their old text on a refresh", async () => {
    answer = send(article("Stays."));
    const added = await add();
    const before = await enriched(added);
    const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    for (const [expected, fails] of [
      ["502 upstream_error", (_request, response) => response.writeHead(503).end()],
      ["502 upstream_error", send(png, { "content-type": "image/png" })],
      [
        "502 upstream_error",
        (_q, response) => response.writeHead(302, { location: "http://[fe80::1]/" }).end(),
      ],
      ["504 upstream_timeout", () => {}],
    ] satisfies [string, Answerer][]) {
      answer = fails;
      expect(outcome(await refresh(added))).toBe(expected);
      expect(await read(added)).toEqual(before);
    }
  });

  it("are refreshed only where they have an address", async () => {
    const pasted = await world.alice.post(`${project}/context`, { title: "Pasted", text: "Text." });
    expect(outcome(await refresh(pasted))).toBe("409 not_a_url");
  });

  it("that are deleted during a refresh are gone: 404", async () => {
    answer = send(article("Doomed."));
    const added = await add();
    answer = (request, response) => {
      void world.alice
        .delete(`${project}/context/${added.body.source.id}`)
        .then(() => send(article("Too late."))(request, response));
    };
    expect(outcome(await refresh(added))).toBe("404 not_found");
  });

  it("that are long are stored in pieces, and two refreshes at once show one of the two whole", async () => {
    const long = (mark: string) => `${mark} ${"word ".repeat(120_000)}😀`;
    const plain = { "content-type": "text/plain" };
    answer = send(long("a"), plain);
    const added = await add();
    expect(added.body.source.text).toBe(long("a"));
    expect(added.body.source.textChars).toBe(600_003);
    let calls = 0;
    answer = (request, response) => send(long(["b", "c"][calls++ % 2] ?? ""), plain)(request, response);
    const both = await Promise.all([refresh(added), refresh(added)]);
    expect(both.map(outcome)).toEqual(["200", "200"]);
    expect([long("b"), long("c")]).toContain((await read(added)).text);
  });

  it("of which not every piece was stored show no text, and are deleted by a job", async () => {
    const { writer } = world.context;
    const full = unavailable("the disk is full");
    world.context.writer = {
      ...writer,
      run: (command, input) =>
        command.name === stagePieces.name ? Promise.reject(full) : writer.run(command, input),
    };
    answer = send("word ".repeat(120_000), { "content-type": "text/plain" });
    const failed = await add("/", { title: "Half" });
    world.context.writer = writer;
    expect(outcome(failed)).toBe("503 unavailable");
    const { sources } = (await world.alice.get(`${project}/context`)).body;
    const { id } = sources.find(({ title }: { title: string }) => title === "Half");
    const path = `${project}/context/${id}`;
    expect((await world.alice.get(path)).body.source).toMatchObject({ text: null, textChars: 0 });
    const job = await world.context.db
      .selectFrom("jobs")
      .selectAll()
      .where("kind", "=", "context.dropUnfinished")
      .where("payload", "like", `%${id}%`)
      .executeTakeFirstOrThrow();
    await runDropUnfinished(world.context, JSON.parse(job.payload));
    expect(outcome(await world.alice.get(path))).toBe("404 not_found");
  });

  it("are added once under an Idempotency-Key, and its repetition shows the text", async () => {
    answer = send(article("Once."));
    const body = { url: site.url, title: "Only once" };
    const headers = { "idempotency-key": `once-${titles++}` };
    const first = await world.alice.post(`${project}/context/url`, body, headers);
    const again = await world.alice.post(`${project}/context/url`, body, headers);
    expect(again.body.source).toMatchObject({ id: first.body.source.id, text: first.body.source.text });
  });
});
