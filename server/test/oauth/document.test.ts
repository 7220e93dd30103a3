import { createServer } from "node:http";
import { getConsent } from "@groundplan/contract";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/log.ts";
import { fetchDocument } from "../../src/modules/oauth/provider/document.ts";
import { createOutbound, type Outbound } from "../../src/outbound/client.ts";
import { listen } from "../../src/outbound/testing.ts";
import { createContext } from "../../src/process.ts";
import { databases } from "../databases.ts";
import { App, expectErrorPage } from "./app.ts";
import { meOf, setUpServed, Visitor } from "./visitor.ts";

const clientId = "https://app.example/oauth/client.json";
const redirectUri = "https://app.example/callback";
const document = {
  client_id: clientId,
  client_name: "Documented",
  redirect_uris: [redirectUri],
  token_endpoint_auth_method: "none",
};

describe.each(databases)("an app that is identified by its metadata document, on $database", ({ create }) => {
  const served = setUpServed(create);
  let visitor: Visitor;
  let fetched: string[] = [];
  let answer: () => Response;
  beforeAll(async () => {
    const { context } = served.world;
    const outbound: Outbound = {
      ...context.outbound,
      fetch: async (url) => {
        fetched.push(String(url));
        return answer();
      },
    };
    Object.assign(context, { outbound });
    visitor = await new Visitor(served.base).signIn(served, served.world.bob);
  });
  afterEach(() => {
    fetched = [];
  });

  it("is authorized without registration, and the person sees its host", async () => {
    answer = () => Response.json(document);
    const app = new App(served.base, clientId, redirectUri);
    const uid = await visitor.ask(app.address());
    const { consent } = await visitor.call(getConsent, { params: { uid } });
    expect(consent).toMatchObject({ clientId, clientName: "Documented", clientHost: "app.example" });
    const { body } = await app.exchange(await app.code(visitor));
    expect((await meOf(served.base, body.access_token)).status).toBe(200);
    expect((await app.refresh(body.refresh_token)).status).toBe(200);
    expect(new Set(fetched)).toEqual(new Set([clientId]));
  });

  it("may want unsupported metadata, and gets the supported part", async () => {
    const more = {
      subject_type: "pairwise",
      scope: "openid read",
      grant_types: ["authorization_code", "implicit"],
    };
    const redirects = { redirect_uris: ["itms-services://x", redirectUri] };
    const client_id = "https://app.example/more.json";
    answer = () => Response.json(Object.assign({}, document, more, redirects, { client_id }));
    const app = new App(served.base, client_id, redirectUri);
    expect(await visitor.ask(app.address({ scope: "read" }))).toBeTruthy();
    expectErrorPage(await visitor.go(app.address({ scope: "read", redirect_uri: "itms-services://x" })));
  });

  const wrong: [string, () => Response][] = [
    ["names another app", () => Response.json({ ...document, client_id: "https://evil.example/c.json" })],
    [
      "shares a secret",
      () => Response.json({ ...document, token_endpoint_auth_method: "client_secret_post" }),
    ],
    ["is a list", () => Response.json([document])],
    ["is no JSON", () => new Response("<html>")],
    ["is not there", () => new Response(null, { status: 404 })],
    ["says too much", () => Response.json({ ...document, client_name: "x".repeat(9000) })],
  ];
  it.each(wrong)("is refused if the document %s", async (what, say) => {
    answer = say;
    const client_id = `https://app.example/${encodeURIComponent(what)}.json`;
    expectErrorPage(await visitor.go(new App(served.base, client_id, redirectUri).address()));
  });

  async function startSecond() {
    const config = readConfig({ ...served.world.env, GROUNDPLAN_RATE_LIMIT: "1000000" });
    const context = await createContext(config, createLog("silent"), { jobs: "off" });
    Object.assign(context, { outbound: served.world.context.outbound });
    const second = buildApp(context);
    const address = await second.listen({ host: "127.0.0.1", port: 0 });
    context.listensOn(served.base);
    return { address, stop: () => second.close().then(() => context.close()) };
  }

  it("keeps its tokens while its document can't be fetched or is throttled", async () => {
    answer = () => Response.json(document);
    const app = new App(served.base, clientId, redirectUri);
    const { refresh } = await app.tokens(visitor);
    const second = await startSecond();
    const down = [
      () => new Response("", { status: 502 }),
      () => new Response("", { status: 429 }),
      () => Promise.reject(new TypeError("no route")),
    ];
    for (const failing of down) {
      answer = failing as () => Response;
      const refused = await app.refresh(refresh, second.address);
      expect(refused).toMatchObject({ status: 503, body: { error: "temporarily_unavailable" } });
      expect(refused.headers.get("retry-after")).toBe("30");
    }
    answer = () => new Response("", { status: 410 });
    expect((await app.refresh(refresh, second.address)).body.error).toBe("invalid_client");
    answer = () => new Response("", { status: 502 });
    for (let n = 0; n < 12; n++) expect((await app.refresh(refresh, second.address)).status).toBe(503);
    await second.stop();
    answer = () => Response.json(document);
    const third = await startSecond();
    expect((await app.refresh(refresh, third.address)).status).toBe(200);
    await third.stop();
  });

  it("is fetched at most ten times a minute per address", async () => {
    answer = () => new Response(null, { status: 404 });
    for (let n = 0; n < 12; n++) {
      const client_id = `https://app.example/${n}.json`;
      const page = await visitor.go(new App(served.base, client_id, redirectUri).address());
      expectErrorPage(page);
      expect(page.text).toContain("could not be read");
    }
    expect(fetched.length).toBeLessThan(10);
  });
});

describe("a document", () => {
  const outbound = createOutbound({ allowPrivateNetwork: true });
  const guarded = createOutbound({ allowPrivateNetwork: false });
  afterAll(() => Promise.all([outbound.close(), guarded.close()]));

  it("of more than 5 KiB is not read", async () => {
    const server = await listen((_request, response) => response.end("x".repeat(100_000)));
    await expect(fetchDocument({ outbound }, server.url)).rejects.toMatchObject({ code: "too_large" });
    await server.close();
  });

  it("that redirects is not followed", async () => {
    const inside = await listen((_request, response) => response.end("{}"));
    const server = await listen((_request, response) =>
      response.writeHead(302, { location: inside.url }).end(),
    );
    await expect(fetchDocument({ outbound }, server.url)).rejects.toMatchObject({
      code: "redirect",
    });
    expect(inside.requests).toEqual([]);
    await Promise.all([server.close(), inside.close()]);
  });

  it("at a private address is not fetched", async () => {
    const server = await listen((_request, response) => response.end("{}"));
    await expect(fetchDocument({ outbound: guarded }, server.url)).rejects.toMatchObject({
      code: "blocked_address",
    });
    expect(server.connections()).toBe(0);
    await server.close();
  });

  it("that is slow is given up when the library's time is over", async () => {
    const server = createServer((_request, response) => response.write("{"));
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const signal = AbortSignal.timeout(200);
    await expect(fetchDocument({ outbound }, `http://127.0.0.1:${port}`, { signal })).rejects.toThrow();
    server.closeAllConnections();
    server.close();
  });
});
