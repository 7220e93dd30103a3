import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "../../src/outbound/testing.ts";
import { databases } from "../databases.ts";
import { expectError, expectInvalid } from "../expect-error.ts";
import { politeAnswer } from "../mcp/hostile.ts";
import { neverInTheClear } from "../no-secrets.ts";
import { openWorld, type Person, type World } from "../world.ts";

const connect = "/v1/connectors/github-mcp/connect";
const call = "/v1/mcp-servers/github-mcp/tools/say/call";
const outside = "https://1.1.1.1";
const own = `${outside}/mcp`;

describe.each(databases)(
  "on $database, MCP servers of other vendors that take keys or redirect",
  ({ create }) => {
    let world: World;
    /** The keys that servers accept, and those they received. */
    const good = new Set(["ghp_the-key-of-bob", "ghp_another-of-bob", "a-token-for-all-of-us"]);
    const seen: (string | null)[] = [];
    let status = 200;
    let answers: ((url: string) => Response) | null = null;
    beforeAll(async () => {
      neverInTheClear(...good);
      world = await openWorld(create);
      const { outbound } = world.context;
      world.context.outbound = {
        ...outbound,
        async fetch(url, init) {
          if (
            !String(url).startsWith("https://api.githubcopilot.com/mcp/") &&
            !String(url).startsWith(outside)
          )
            return outbound.fetch(url, init);
          if (answers) return answers(String(url));
          const bearer = new Headers(init?.headers).get("authorization");
          seen.push(bearer);
          if (status !== 200) return new Response(null, { status });
          if (!good.has(bearer?.replace("Bearer ", "") ?? "")) return new Response(null, { status: 401 });
          return politeAnswer(String(init?.body));
        },
      };
      await world.alice.patch("/v1/connectors/github-mcp/toolsets", { enabled: true });
    });
    afterAll(() => world.close());
    const shown = async (person: Person, id = "github-mcp") =>
      (await person.get("/v1/connectors?limit=200")).body.connectors.find(
        (one: { id: string }) => one.id === id,
      );

    it("a member connects their own key, which serves nobody else", async () => {
      expect((await shown(world.bob)).auth).toEqual({ oauth: true, oauthOnly: false, acceptsApiKey: true });
      const answer = await world.bob.post(connect, { apiKey: " ghp_the-key-of-bob\n" });
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          mode: "api_key",
          connected: true,
          connector: "github-mcp",
          remainingGrants: 4,
          message: "GitHub MCP is connected with your key.",
        },
      ]);
      expect((await shown(world.bob)).connection).toMatchObject({
        connected: true,
        grants: [{ account: "…-bob" }],
      });
      await expect
        .poll(async () => (await world.bob.get("/v1/connectors/github-mcp/toolsets")).body.tools.length)
        .toBe(1);
      seen.length = 0;
      expect((await world.bob.post(call, { arguments: {} })).body.result.isError).toBe(false);
      expect(new Set(seen)).toEqual(new Set(["Bearer ghp_the-key-of-bob"]));
      expectError(await world.carol.post(call, { arguments: {} }), "not_connected");
      expect((await shown(world.carol)).connection.connected).toBe(false);
    });

    it("a key that the server refuses is not stored, nor is one that can't be checked", async () => {
      expectInvalid(await world.carol.post(connect, { apiKey: "ghp_a-wrong-key" }), ["/apiKey"]);
      status = 503;
      expectError(await world.carol.post(connect, { apiKey: "ghp_another-of-bob" }), "upstream_error");
      status = 200;
      expectError(await world.vera.post(connect, { apiKey: "ghp_another-of-bob" }), "forbidden");
      expectInvalid(await world.bob.post("/v1/connectors/notion/connect", { apiKey: "key" }), ["/apiKey"]);
      await world.alice.patch("/v1/connectors/github-mcp/toolsets", { enabled: false });
      expectError(await world.carol.post(connect, { apiKey: "ghp_another-of-bob" }), "not_connected");
      await world.alice.patch("/v1/connectors/github-mcp/toolsets", { enabled: true });
      expect((await shown(world.carol)).connection.grants).toEqual([]);
    });

    it("a key counts as one of five accounts, is removed like them, and is not used afterwards", async () => {
      const second = await world.bob.post(connect, { apiKey: "ghp_another-of-bob" });
      expect(second.body.remainingGrants).toBe(3);
      for (let n = 2; n < 5; n++) await world.bob.post(connect, { apiKey: "ghp_another-of-bob" });
      const full = await world.bob.post(connect, { apiKey: "ghp_another-of-bob" });
      expect(full.body).toMatchObject({ mode: "already_connected", remainingGrants: 0 });
      expect((await world.bob.delete("/v1/connectors/github-mcp/connection")).status).toBe(200);
      expectError(await world.bob.post(call, { arguments: {} }), "not_connected");
      const rows = () => world.context.db.selectFrom("grants").select("id").execute();
      await expect.poll(rows).toEqual([]);
    });

    it("an owner sets the token of an own server, which is stored even if it fails", async () => {
      const body = { label: "Ours", slug: "ours", url: own, authMode: "bearer", bearerToken: "before" };
      expect((await world.alice.post("/v1/mcp-servers", body)).body.server.lastProbe.status).toBe(
        "auth_required",
      );
      const path = "/v1/connectors/x_ours/connect";
      expectError(await world.bob.post(path, { apiKey: "a-token-for-all-of-us" }), "forbidden");
      const wrong = await world.alice.post(path, { apiKey: "another-one" });
      expect(wrong.body).toMatchObject({
        mode: "workspace_key",
        message: expect.stringMatching(/saved, but Ours/),
      });
      const right = await world.alice.post(path, { apiKey: "a-token-for-all-of-us" });
      expect(right.body).toEqual({
        mode: "workspace_key",
        connected: true,
        connector: "x_ours",
        message: "Ours is connected.",
      });
      expect((await world.bob.post("/v1/mcp-servers/ours/tools/say/call", { arguments: {} })).status).toBe(
        200,
      );
      expect((await shown(world.bob, "x_ours")).connection).toMatchObject({
        connectedBy: world.alice.userId,
      });
    });

    it("internal addresses that a server names for authorization are never called", async () => {
      const inside = await listen((_, response) => response.end("{}"));
      const { port } = inside;
      const body = { label: "Inward", slug: "inward", url: `${outside}/inward`, authMode: "anonymous" };
      const metadata = (issuer: string) =>
        Response.json({ resource: `${outside}/inward`, authorization_servers: [issuer] });
      const challenge = (address: string) =>
        new Response(null, {
          status: 401,
          headers: { "www-authenticate": `Bearer resource_metadata="${address}"` },
        });
      answers = (url) =>
        url.endsWith("/inward") && !url.includes("well-known")
          ? challenge("")
          : metadata("https://id.example");
      expect((await world.alice.post("/v1/mcp-servers", body)).status).toBe(201);
      expect((await shown(world.bob, "x_inward")).auth.oauth).toBe(true);
      const hosts = [
        "127.0.0.1",
        "localhost",
        "0x7f.1",
        "2130706433",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
      ];
      for (const host of hosts)
        for (const scheme of ["https", "http"]) {
          const address = `${scheme}://${host}:${port}`;
          answers = (url) =>
            url.endsWith("/inward") && !url.includes("well-known") ? challenge(address) : metadata(address);
          expectError(await world.bob.post("/v1/connectors/x_inward/connect", {}), "upstream_error", address);
          const issuer = `${outside}/id`;
          answers = (url) => {
            if (url.includes("oauth-protected-resource")) return metadata(issuer);
            if (!url.includes("well-known"))
              return challenge(`${outside}/.well-known/oauth-protected-resource`);
            return Response.json({
              issuer,
              authorization_endpoint: `${issuer}/authorize`,
              token_endpoint: `${address}/token`,
              registration_endpoint: `${address}/register`,
              code_challenge_methods_supported: ["S256"],
            });
          };
          expectError(await world.bob.post("/v1/connectors/x_inward/connect", {}), "upstream_error", address);
        }
      answers = null;
      expect(inside.connections()).toBe(0);
      await inside.close();
    });
  },
);
