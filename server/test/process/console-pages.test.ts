import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "../../src/app.ts";
import { databases } from "../databases.ts";
import { setUpWorld } from "../world.ts";

const browser = "text/html,application/xhtml+xml,*/*;q=0.8";
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "groundplan-console-"));
  mkdirSync(join(folder, "assets"));
  const files = {
    "index.html": "<!doctype html><title>The console</title>",
    "diagram.html": "<!doctype html><title>A diagram</title>",
    "first.js": "the first",
    "manifest.json": "{}",
    "assets/main-abc123.js": "as it is",
    "assets/main-abc123.js.br": "as br",
    "assets/main-abc123.js.gz": "as gzip",
    "assets/main-abc123.css": "a {}",
    "assets/drawing-abc123.js": "draws",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(databases.slice(0, 1))("$database", ({ create }) => {
  const world = setUpWorld(create);
  let app: FastifyInstance;
  beforeAll(async () => {
    app = buildApp(world.context, { consoleFolder: pathToFileURL(`${folder}/`) });
  });
  afterAll(() => app.close());
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

  it.each([
    "/projects/web",
    "/sign-in?to=%2F",
    "/settings/keys",
    "/oauth/consent/abc",
    "/device",
    "/a/b.c",
    "/v1x",
    "/%2e%2e/x",
  ])("A browser gets the console's page at %s", async (url) => {
    const answer = await get(url, { accept: browser });
    expect([answer.statusCode, answer.body]).toEqual([200, "<!doctype html><title>The console</title>"]);
    expect(answer.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "permissions-policy": expect.stringContaining("camera=()"),
    });
  });

  it.each(["/set-up", "/sign-in", "/reset?token=a", "/invite?token=a", "/device", "/oauth/consent/abc"])(
    "%s, a link target, answers its page also to clients that don't claim to be a browser",
    async (url) => {
      for (const accept of ["*/*", "application/json"])
        expect((await get(url, { accept })).body).toBe("<!doctype html><title>The console</title>");
      expect((await app.inject({ method: "HEAD", url })).statusCode).toBe(200);
      expect((await app.inject({ method: "POST", url, headers: { accept: browser } })).statusCode).toBe(405);
    },
  );

  it("The page's policy allows only this service's resources, and no text becomes code", async () => {
    const { headers } = await get("/", { accept: browser });
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
        "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'; frame-src 'self'; require-trusted-types-for 'script'; trusted-types groundplan-worker",
    );
  });

  it("The frame for diagrams has an opaque origin, and loads nothing but its scripts", async () => {
    const { statusCode, body, headers } = await get("/diagram", { accept: browser });
    expect([statusCode, body]).toEqual([200, "<!doctype html><title>A diagram</title>"]);
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'self'; sandbox allow-scripts",
    );
    expect(headers["document-isolation-policy"]).toBe("isolate-and-require-corp");
    expect(headers).not.toHaveProperty("set-cookie");
    const allowed = async (file: string) =>
      (await get(`/assets/${file}`)).headers["access-control-allow-origin"];
    expect(await allowed("drawing-abc123.js")).toBe("*");
    expect(await allowed("main-abc123.js")).toBeUndefined();
  });

  it("/ is the console for every client, and HEAD has its headers without its body", async () => {
    expect((await get("/")).headers["content-type"]).toBe("text/html; charset=utf-8");
    for (const url of ["/", "/projects/web"]) {
      const head = await app.inject({ method: "HEAD", url, headers: { accept: browser } });
      expect([head.statusCode, head.body, head.headers["content-length"]]).toEqual([200, "", "41"]);
    }
  });

  it.each([
    "/v1/nothing",
    "/v1",
    "/console/nothing",
    "/oauth/nothing",
    "/.well-known/nothing",
    "/mcp",
    "/hooks/x",
    "/assets/none.js",
    "/healthz/x",
  ])("%s is never a page, also for a browser", async (url) => {
    const answer = await get(url, { accept: browser });
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    const code = url === "/mcp" ? "method_not_allowed" : "not_found"; // It answers POST.
    if (url !== "/v1") expect(answer.json().error.code).toBe(code);
  });

  it.each([
    ["GET", "application/json"],
    ["GET", "*/*"],
    ["GET", undefined],
    ["POST", browser],
    ["DELETE", browser],
  ] as const)(
    "An unknown address answers the error envelope for %s with Accept %s",
    async (method, accept) => {
      const headers = accept === undefined ? {} : { accept };
      const answer = await app.inject({ method, url: "/projects/web", headers });
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, "not_found"]);
    },
  );

  it.each([
    ["gzip, deflate, br", "br", "as br"],
    ["gzip", "gzip", "as gzip"],
    ["br;q=0, gzip;q=0.5", "gzip", "as gzip"],
    ["identity", undefined, "as it is"],
    [undefined, undefined, "as it is"],
  ])(
    "A file is sent in the best encoding of %j, and may be cached forever",
    async (accepted, encoding, body) => {
      const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
      const answer = await get("/assets/main-abc123.js", headers);
      expect([answer.body, answer.headers["content-encoding"]]).toEqual([body, encoding]);
      expect(answer.headers).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=31536000, immutable",
        vary: "accept-encoding",
        "x-content-type-options": "nosniff",
      });
    },
  );

  it("A file without a hash in its name is revalidated each time", async () => {
    const answer = await get("/first.js");
    expect([answer.body, answer.headers["cache-control"]]).toEqual(["the first", "private, no-cache"]);
  });

  it.each([
    "/assets/..%2findex.html",
    "/assets/%2e%2e%2fmanifest.json",
    "/assets/../manifest.json",
    "/assets/",
    "/assets/main-abc123.js.br",
    "/manifest.json",
    "/sources.txt",
  ])("%s is no console file", async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  it("Other methods than GET are refused by name", async () => {
    const answer = await app.inject({ method: "POST", url: "/first.js" });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, "GET, HEAD"]);
  });

  it("Without a build / explains it in a sentence, and no other address has a page", async () => {
    const bare = buildApp(world.context, { consoleFolder: new URL("file:///dev/null/") });
    const answer = await bare.inject({ url: "/" });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(answer.body).toContain("without its console: run <code>npm ci</code>");
    const other = await bare.inject({ url: "/projects/web", headers: { accept: browser } });
    expect(other.statusCode).toBe(404);
    await bare.close();
  });
});
