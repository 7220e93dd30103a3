import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { createOutbound } from "../../../outbound/client.ts";
import { outcome } from "../../plans/scene.test-support.ts";
import {
  type Answerer,
  article,
  html,
  openScene,
  plain,
  project,
  redirect,
  send,
} from "./scene.test-support.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const zeros = gzipSync(Buffer.alloc(17 << 20));

const endless: Answerer = (_request, response) => {
  response.writeHead(200, plain);
  const more = () => {
    while (!response.destroyed && response.write("x".repeat(1 << 20)));
  };
  response.on("drain", more);
  more();
};

/** Sends a letter now and then, so that the connection is never silent. */
const dripping: Answerer = (_request, response) => {
  response.writeHead(200, html);
  const timer = setInterval(() => response.write("x"), 20);
  response.on("close", () => clearInterval(timer));
};

describe.each(databases)("pages of a hostile site, on $database", ({ create, database }) => {
  const scene = openScene(create);

  it("that fail, never end, or are larger than 16 MiB once decompressed answer 502 with the host, and store nothing", async () => {
    const count = await scene.total();
    const failures: Answerer[] = [
      (_request, response) => response.writeHead(404).end("canary"),
      (_request, response) => response.writeHead(500).end("canary"),
      (_request, response) => response.writeHead(304).end(),
      (request) => request.socket.destroy(),
      (request) => request.socket.end("canary\r\n\r\n"),
      redirect("/"),
      endless,
      send(zeros, { ...html, "content-encoding": "gzip" }),
      send("canary", { ...html, "content-encoding": "gzip" }),
      (request, response) => {
        response.writeHead(200, { ...html, "content-length": "99" }).write("canary");
        setTimeout(() => request.socket.destroy(), 50);
      },
    ];
    for (const fails of failures) {
      scene.answer = fails;
      const failed = await scene.add();
      expect(outcome(failed)).toBe("502 upstream_error");
      expect(failed.body.error.details).toEqual({
        provider: `127.0.0.1:${scene.site.port}`,
        reason: expect.stringMatching(/^(?:status|reset|redirect|too_large)$/),
      });
      expect(failed.body.error.message).not.toContain("canary");
    }
    expect(await scene.total()).toBe(count);
  });

  it("that fail log a warning and no error, since nothing is wrong with the service", async () => {
    const from = scene.world.logged.length;
    scene.answer = (_request, response) => response.writeHead(404).end();
    const { headers } = await scene.add();
    const lines = scene.world.logged.slice(from).map((line) => JSON.parse(line));
    const said = lines.filter(({ requestId, level }) => requestId === headers["x-request-id"] && level > 30);
    expect(said).toMatchObject([{ level: 40, code: "upstream_error", msg: "another service failed" }]);
    expect(JSON.stringify(said)).not.toContain("stack");
  });

  it("that are silent, stop in the middle or drip answer 504 once the time is over", async () => {
    const count = await scene.total();
    const outbound = createOutbound({ allowPrivateNetwork: true, deadlineMs: 300 });
    scene.world.context.outbound = outbound;
    const slow: Answerer[] = [
      () => {},
      (_request, response) => response.writeHead(200, html).write("<p>Slow"),
      dripping,
    ];
    for (const fails of slow) {
      scene.answer = fails;
      const failed = await scene.add();
      expect(outcome(failed)).toBe("504 upstream_timeout");
      const provider = `127.0.0.1:${scene.site.port}`;
      expect(failed.body.error.details).toEqual({ provider, reason: "timeout" });
    }
    await outbound.close();
    expect(await scene.total()).toBe(count);
  });

  it("that contain no text are refused: pictures, sound, endless streams, nothing at all", async () => {
    const count = await scene.total();
    for (const page of [
      send(png, { "content-type": "image/png" }),
      send(png, html),
      send("data: x\n\n", { "content-type": "text/event-stream" }),
      send("<svg xmlns='http://www.w3.org/2000/svg'/>", { "content-type": "image/svg+xml" }),
      send(""),
      send(" \n"),
      (_request, response) => response.writeHead(204).end(),
    ] satisfies Answerer[]) {
      scene.answer = page;
      const refused = await scene.add();
      expect(outcome(refused)).toBe("400 invalid_request");
      expect(refused.body.error.details[0].path).toBe("/url");
    }
    expect(await scene.total()).toBe(count);
  });

  it("are read in their actual charset, whatever they declare", async () => {
    for (const [body, type, words] of [
      [Buffer.from("<p>Fée</p>", "latin1"), "text/html; charset=utf-8", "Fée"],
      [Buffer.from("<p>Fée</p>"), "text/html; charset=iso-8859-1", "Fée"],
      [Buffer.from("<p>Fée</p>", "utf16le"), "text/html; charset=utf-8", "Fée"],
      [Buffer.from("<p>Fée</p>", "latin1"), "text/html; charset=no-such-charset", "Fée"],
      [Buffer.from("<p>\xb3\xf3d\xbc</p>", "latin1"), "text/html; charset=iso-8859-2", "łódź"],
      [Buffer.concat([Buffer.from("Fée, œuf, ß"), Buffer.from([0xe9])]), "", "Fée, œuf, ß\ufffd"],
    ] as const) {
      scene.answer = send(body, { "content-type": type });
      const added = await scene.add();
      expect([type, added.body.source?.text]).toEqual([type, words]);
    }
  });

  it("may be nested deeper than any stack", async () => {
    const [open, close] = ["<div>".repeat(20_000), "</div>".repeat(20_000)];
    scene.answer = send(`<main>${open}Deep down.${close}</main>`);
    const added = await scene.add();
    expect(outcome(added)).toBe("201");
    expect(added.body.source.text).toContain("Deep down.");
  });

  it("contain nothing executable: scripts and styles are left out, and `javascript:` is no link", async () => {
    scene.answer = send(
      `${article("Read.")}<script>steal()</script><style>p{}</style><a href="javascript:steal()">Click</a>`,
    );
    const { text } = (await scene.add()).body.source;
    expect(text).toContain("Read.");
    expect(text).not.toMatch(/steal|p\{\}/);
  });

  it("that are long are read from an offset", async () => {
    const words = "tide ".repeat(240_000);
    scene.answer = send(words, plain);
    const added = await scene.add();
    const { source } = added.body;
    expect([source.textChars, source.text.length, source.degraded]).toEqual([1_199_999, 1_000_000, false]);
    const path = `${project}/context/${source.id}?offset=1000000`;
    expect((await scene.world.alice.get(path)).body.source.text).toHaveLength(199_999);
  });

  // Counting tokens takes seconds, and reading doesn't depend on the database.
  if (database === "SQLite")
    it("are cut after ten million characters, and say so", async () => {
      scene.answer = send("a".repeat(10_000_001), plain);
      const cut = (await scene.add()).body.source;
      expect(cut).toMatchObject({ textChars: 10_000_000, degraded: true });
      expect(cut.enrichment.reason).toMatch(/cut after 10,000,000 characters/);
    });

  it("that need scripts are degraded, and keep the reason after they are counted and described again", async () => {
    scene.answer = send("<div id=root>Loading</div><script src=/app.js></script>");
    const added = await scene.add();
    const reason = expect.stringMatching(/which only a browser runs/);
    expect(added.body.source).toMatchObject({ degraded: true, text: "Loading", enrichment: { reason } });
    const done = { degraded: true, enrichment: { status: "done", reason } };
    expect(await scene.enriched(added)).toMatchObject(done);
    await scene.world.alice.patch(`${project}/context/${added.body.source.id}`, { description: null });
    expect(await scene.enriched(added)).toMatchObject(done);
    scene.answer = send("<div id=root></div><script src=/app.js></script>");
    expect((await scene.refresh(added)).body.source).toMatchObject({ degraded: true, text: "" });
    expect(await scene.enriched(added)).toMatchObject({ enrichment: { status: "skipped", reason } });
    scene.answer = send(article("Now as text."));
    expect((await scene.refresh(added)).body.source).toMatchObject({ degraded: false, revision: 3 });
    expect(await scene.enriched(added)).toMatchObject({ enrichment: { status: "done", reason: "" } });
  });
});
