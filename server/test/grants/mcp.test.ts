import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Browser, signedInBrowser } from "../browser.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { withRows } from "../own-connection.ts";
import { openWorld, type World } from "../world.ts";
import { type McpVendor, startMcpVendor } from "./mcp-vendor.ts";
import { publicUrl } from "./scene.ts";

const env = {
  GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1",
  GROUNDPLAN_MCP_PROBE_MS: "4000",
  GROUNDPLAN_PUBLIC_URL: publicUrl,
};
const connect = "/v1/connectors/x_accounts/connect";
const call = "/v1/mcp-servers/accounts/tools/whoami/call";

describe.each(databases)("on $database, an MCP server with user accounts", ({ create }) => {
  let world: World;
  let vendor: McpVendor;
  let bobs: Browser;
  beforeAll(async () => {
    [world, vendor] = await Promise.all([openWorld(create, { env }), startMcpVendor()]);
    const body = { label: "Accounts", slug: "accounts", url: vendor.url, authMode: "anonymous" };
    const made = await world.alice.post("/v1/mcp-servers", body);
    expect(made.body.server.lastProbe.status).toBe("auth_required");
    bobs = (await signedInBrowser(world, world.bob)).browser;
  });
  afterEach(() => {
    vendor.instead = () => false;
  });
  afterAll(async () => {
    await world.close();
    await vendor.close();
  });
  const shown = async (person = world.bob) =>
    (await person.get("/v1/connectors?limit=200")).body.connectors.find(
      ({ id }: { id: string }) => id === "x_accounts",
    );
  const begin = async () => {
    const { body } = await world.bob.post(connect, { returnTo: "/settings/apps" });
    return String(body.authorizeUrl);
  };
  const said = async (more = {}, person = world.bob) =>
    (await person.post(call, { arguments: {}, ...more })).body.result?.content[0].text;

  it("each person connects their own accounts, whose tools are read on connecting and used with the newest", async () => {
    expect((await shown()).auth).toEqual({ oauth: true, oauthOnly: true, acceptsApiKey: false });
    expect((await shown()).connection).toEqual({
      scope: "personal",
      connected: false,
      grants: [],
      maxGrants: 5,
    });
    const asked = await world.bob.post(connect, {});
    expect(asked.body).toMatchObject({ mode: "oauth", connected: false, remainingGrants: 5 });
    const url = new URL(asked.body.authorizeUrl);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      resource: vendor.url,
      code_challenge_method: "S256",
      redirect_uri: `${publicUrl}/connectors/x_accounts/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await bobs.visit(await vendor.letIn(url.href, "bob-at-work"))).toBe("/");
    await expect
      .poll(async () => (await world.bob.get("/v1/mcp-servers/accounts")).body.server.tools)
      .toEqual([{ name: "whoami", enabled: true, access: "read" }]);
    expect(await said()).toBe("bob-at-work");
    expect(await bobs.visit(await vendor.letIn(await begin(), "bob-at-home"))).toBe("/settings/apps");
    expect(await said()).toBe("bob-at-home");
    const { connection } = await shown();
    expect(connection).toMatchObject({ connected: true, grants: [{ account: null }, { account: null }] });
    expect(await said({ grantId: connection.grants[0].id })).toBe("bob-at-work");
    expect(vendor.registered).toHaveLength(1);
    const rows = await world.context.db.selectFrom("registered_clients").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(vendor.registered[0]);
  });

  it("nobody uses or removes another person's grant", async () => {
    const [grant] = (await shown()).connection.grants;
    const own = "/v1/connectors/x_accounts";
    expect((await shown(world.carol)).connection.grants).toEqual([]);
    expectError(await world.carol.post(call, { arguments: {} }), "not_connected");
    expectError(await world.carol.post(call, { arguments: {}, grantId: grant.id }), "not_found");
    expectError(await world.alice.delete(`${own}/grants/${grant.id}`), "not_found");
    expectError(await world.carol.delete(`${own}/connection`), "not_connected");
    expectError(await world.vera.post(connect, {}), "forbidden");
    expectError(await world.mallory.post(connect, {}), "not_found");
    expectError(await world.bob.post(connect, { apiKey: "key" }), "invalid_request");
  });

  it("an expired token is refreshed once for twenty simultaneous calls, and all are answered", async () => {
    const expires_at = new Date().toISOString();
    await withRows(world, (db) => db.updateTable("grants").set({ expires_at }).execute());
    vendor.requests.length = 0;
    const twenty = Array.from({ length: 20 }, () => said());
    expect(await Promise.all(twenty)).toEqual(Array(20).fill("bob-at-home"));
    expect(vendor.requests.filter((request) => request === "POST /token")).toHaveLength(1);
  });

  it("a sixth account begins no attempt", async () => {
    for (let n = 2; n < 5; n++)
      expect(await bobs.visit(await vendor.letIn(await begin(), `bob-${n}`))).toBe("/settings/apps");
    const full = await world.bob.post(connect, {});
    expect(full.body).toMatchObject({ mode: "already_connected", connected: true, remainingGrants: 0 });
    const [first] = (await shown()).connection.grants;
    vendor.requests.length = 0;
    const removed = await world.bob.delete(`/v1/connectors/x_accounts/grants/${first.id}`);
    expect(removed.body).toEqual({ removed: true });
    expectError(await world.bob.post(call, { arguments: {}, grantId: first.id }), "not_found");
    const revoked = () => vendor.requests.filter((request) => request === "POST /token/revocation").length;
    await expect.poll(revoked).toBe(2);
    expect((await world.bob.post(connect, {})).body.remainingGrants).toBe(1);
  });

  it("an answer of another issuer, or of none if one is promised, connects nothing", async () => {
    for (const change of [
      (url: URL) => url.searchParams.set("iss", "https://evil.example"),
      (url: URL) => url.searchParams.delete("iss"),
    ]) {
      const back = new URL(await vendor.letIn(await begin(), "bob-at-evil"));
      change(back);
      expect(await bobs.visit(back.href)).toBe("/settings/apps?error=upstream_error");
    }
    expect((await shown()).connection.grants).toHaveLength(4);
  });

  const wrong: [string, object][] = [
    ["another resource", { resource: "https://evil.example/mcp" }],
    ["a resource beside it", { resource: "URL/other" }],
    ["no authorization server", { authorization_servers: [] }],
    ["one that is a script", { authorization_servers: ["javascript:alert(1)"] }],
    ["one that calls itself otherwise", { authorization_servers: ["ISSUER/other"] }],
  ];
  it("a server whose metadata is about another server or unusable is not connected", async () => {
    for (const [what, document] of wrong) {
      vendor.instead = ({ url }, response) => {
        if (!url?.includes("oauth-protected-resource")) return false;
        const whole = { resource: vendor.url, authorization_servers: [vendor.issuer], ...document };
        const text = JSON.stringify(whole).replace("URL", vendor.url).replace("ISSUER", vendor.issuer);
        response.setHeader("content-type", "application/json").end(text);
        return true;
      };
      expectError(await world.bob.post(connect, {}), "upstream_error", what);
    }
    vendor.instead = ({ url }, response) => {
      if (!url?.includes("oauth-authorization-server") && !url?.includes("openid-configuration"))
        return false;
      const endpoints = {
        authorization_endpoint: `${vendor.issuer}/auth`,
        token_endpoint: `${vendor.issuer}/token`,
      };
      response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ issuer: vendor.issuer, ...endpoints }));
      return true;
    };
    expectError(await world.bob.post(connect, {}), "upstream_error", "without PKCE");
  });

  it("one that answers nothing, or not to the end, gets the time of one probe in total", async () => {
    vendor.instead = ({ url }, response) => {
      if (url === "/mcp") return false;
      response.writeHead(200, { "content-type": "application/json" }).write("{");
      return true;
    };
    vendor.requests.length = 0;
    const answer = await world.bob.post(connect, {});
    expectError(answer, "upstream_timeout");
    expect(answer.body.error.details).toEqual({ provider: "x_accounts", reason: "timeout" });
    // The first hanging request uses up the time: no others follow.
    expect(vendor.requests).toEqual(["POST /mcp", "GET /.well-known/oauth-protected-resource/mcp"]);
  });

  it("a server at another address never gets a token for the previous one", async () => {
    const moved = await startMcpVendor();
    try {
      const { status } = await world.alice.patch("/v1/mcp-servers/accounts", { url: moved.url });
      expect(status).toBe(200);
      expectError(await world.bob.post(call, { arguments: {} }), "not_connected");
      expect((await shown()).connection).toMatchObject({ connected: false, grants: [] });
      expect((await world.bob.post(connect, {})).body).toMatchObject({ mode: "oauth", remainingGrants: 5 });
      await world.alice.patch("/v1/mcp-servers/accounts", { url: vendor.url });
      expect(await said()).toBe("bob-4");
    } finally {
      await moved.close();
    }
  });

  it("a disabled server is not connected, and a deleted one takes its grants along", async () => {
    const toolsets = "/v1/connectors/x_accounts/toolsets";
    const back = await vendor.letIn(await begin(), "bob-too-late");
    await world.alice.patch(toolsets, { enabled: false });
    expectError(await world.bob.post(connect, {}), "not_connected");
    expect(await bobs.visit(back)).toBe("/settings/apps?error=not_connected");
    await world.alice.patch(toolsets, { enabled: true });
    expect((await world.alice.delete("/v1/mcp-servers/accounts")).status).toBe(200);
    expectError(await world.bob.post(connect, {}), "not_found");
    expect(await world.context.db.selectFrom("registered_clients").select("issuer").execute()).toEqual([]);
    const body = { label: "Accounts", slug: "accounts", url: vendor.url, authMode: "anonymous" };
    expect((await world.alice.post("/v1/mcp-servers", body)).status).toBe(201);
    expect((await shown()).connection.grants).toEqual([]);
    // The previous server's tools are gone, too; the new one's are read when somebody connects.
    expect((await world.bob.get(toolsets)).body.tools).toEqual([]);
    expectError(await world.bob.post(call, { arguments: {} }), "not_connected");
  });

  it("the service's client metadata is public, and the same for every connector", async () => {
    const reply = await world.app.inject({ url: "/connectors/x_accounts/client.json" });
    const id = `${publicUrl}/connectors/x_accounts/client.json`;
    expect(reply.json()).toMatchObject({
      client_id: id,
      redirect_uris: [`${publicUrl}/connectors/x_accounts/callback`],
      token_endpoint_auth_method: "none",
    });
    expect((await world.app.inject({ url: "/connectors/nobody/client.json" })).statusCode).toBe(200);
    const reads = await startMcpVendor({ documents: true });
    await world.alice.post("/v1/mcp-servers", {
      label: "Reader",
      slug: "reader",
      url: reads.url,
      authMode: "anonymous",
    });
    const { body } = await world.bob.post("/v1/connectors/x_reader/connect", {});
    expect(new URL(body.authorizeUrl).searchParams.get("client_id")).toBe(
      `${publicUrl}/connectors/x_reader/client.json`,
    );
    expect(reads.registered).toEqual([]);
    await reads.close();
  });
});
