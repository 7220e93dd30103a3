import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { half } from "../half.ts";
import { sendRegistration } from "./app.ts";
import { openServed, type Served } from "./visitor.ts";

describe.each(databases)("registrations, on $database", ({ create }) => {
  let served: Served;
  beforeEach(async () => {
    served = await openServed(create);
  });
  afterEach(() => served.world.close());

  it("are refused if they are too long or want unsupported features", async () => {
    const redirect_uris = ["https://app.example/callback"];
    const wrong = [
      { redirect_uris: [] },
      { redirect_uris: ["http://app.example/callback"] },
      { redirect_uris: ["javascript:alert(1)"] },
      { redirect_uris: ["https://app.example/#fragment"] },
      { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://app.example/${n}`) },
      { redirect_uris, client_name: "x".repeat(9000) },
      { redirect_uris, token_endpoint_auth_method: "client_secret_jwt" },
      { redirect_uris, jwks: { keys: [] } },
    ];
    for (const metadata of wrong) {
      const answer = await sendRegistration(served.base, metadata);
      expect(answer.status, JSON.stringify(metadata).slice(0, 80)).toBeGreaterThanOrEqual(400);
      expect(answer.body.error).toMatch(/^invalid_(?:client_metadata|redirect_uri)$|^temporarily/);
    }
  });

  it("are refused if they name an address to fetch, or imitate one of ours", async () => {
    const redirect_uris = ["https://app.example/callback"];
    for (const metadata of [
      { redirect_uris, sector_identifier_uri: "https://victim.example/" },
      { redirect_uris, client_name: "Groundplan command line" },
      { redirect_uris, client_name: "groundplan  Command-Line" },
    ])
      expect((await sendRegistration(served.base, metadata)).body.error).toBe("invalid_client_metadata");
    const named = { redirect_uris, client_name: "A planner's command line" };
    expect((await sendRegistration(served.base, named)).status).toBe(201);
  });

  it("are not looked up by an id that is no text", async () => {
    const address = `${served.base}/oauth/authorize?response_type=code&client_id=`;
    for (const id of ["%00", "a%00b"]) expect((await fetch(address + id)).status).toBe(400);
  });

  it("can't fill the database: of a thousand in a minute ten are accepted", async () => {
    const statuses = new Map<number, number>();
    for (let n = 0; n < 1000; n += 50) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () =>
          sendRegistration(served.base, {
            redirect_uris: ["https://app.example/callback"],
            token_endpoint_auth_method: "none",
          }),
        ),
      );
      for (const { status, headers, body } of answers) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status !== 429) continue;
        expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
        expect(body).toMatchObject({ error: "temporarily_unavailable" });
      }
    }
    expect(Object.fromEntries(statuses)).toEqual({ 201: 10, 429: 990 });
  });
});

describe.each(databases)("a single registration, on $database", ({ create }) => {
  let served: Served | null = null;
  let left = 0;
  beforeEach(async () => {
    if (left === 0) {
      await served?.world.close();
      served = await openServed(create);
      left = 10; // A world accepts ten registrations in a minute.
    }
    left--;
  });
  afterAll(() => served?.world.close());
  const register = (metadata: object) => sendRegistration(served?.base ?? "", metadata);

  const elsewhere = [
    ...["mailto:bob@example.com", "TEL:1", "web+plan://callback", "data:text/html,x"],
    ...[" mailto:bob@example.com", "m\tailto:bob@example.com", "\u0001web+plan://callback"],
    ...["intent:x", "ms-msdt:/id", "search-ms:query=x", "filesystem:https://app.example/x"],
    ...["chrome:settings", "itms-services://?action=download-manifest", "ITMS-Apps://x", "shortcuts://run"],
    ...[
      "x-apple.systempreferences:com.apple.preference",
      "com.apple.tv://x",
      "vnd.ms.radio:x",
      "ssh://x",
      "microsoft.windows.camera:x",
    ],
    ...["http://app.example/callback", "http://127.0.0.1.evil.example/x", "myapp://callback", "vscode2://x"],
  ];
  it.each(half(elsewhere, create))("is refused if another service may listen at %j", async (uri) => {
    const { status, body } = await register({ redirect_uris: [uri] });
    expect({ status, error: body.error }).toEqual({ status: 400, error: "invalid_redirect_uri" });
    expect(body.error_description).toContain("private-use scheme");
  });

  it("leaves out addresses that do not lead to the app, and the answer names the accepted ones", async () => {
    const redirect_uris = ["itms-services://x", "https://app.example/callback", "mailto:bob@example.com"];
    const { status, body } = await register({ redirect_uris });
    expect({ status, taken: body.redirect_uris }).toEqual({
      status: 201,
      taken: ["https://app.example/callback"],
    });
  });

  it.each([
    ...["com.example.app:/callback", "com.example.app-two://callback", "io.github.x:/y"],
    ...[
      "cursor://anysphere.cursor-mcp/oauth/callback",
      "vscode://x/callback",
      "vscode-insiders://x/callback",
    ],
    ...["windsurf://x", "zed://x", "http://localhost/callback", "http://[::1]:80/x", "HTTPS://App.Example/x"],
  ])("is accepted if it leads to the app: %s", async (uri) => {
    const { status, body } = await register({ redirect_uris: [uri] });
    expect({ status, taken: body.redirect_uris }).toEqual({ status: 201, taken: [uri] });
  });

  const redirect_uris = ["https://app.example/callback"];
  const device = "urn:ietf:params:oauth:grant-type:device_code";
  const both = { scope: "read write", grant_types: ["authorization_code", "refresh_token"] };
  const more: [string, object, object][] = [
    ["scopes of OpenID Connect", { scope: "openid profile email" }, { scope: "read write" }],
    ["offline access", { scope: "read write offline_access" }, { scope: "read write" }],
    ["one of ours among others", { scope: "openid  read\tother" }, { scope: "read" }],
    ["to write only", { scope: "write" }, { scope: "read write" }],
    ["no scope", {}, both],
    ["an empty scope", { scope: "" }, { scope: "read write" }],
    ["nothing but spaces", { scope: "  " }, { scope: "read write" }],
    ["a scope that is null", { scope: null }, { scope: "read write" }],
    [
      "further grant types",
      { grant_types: ["authorization_code", "implicit", "client_credentials", ""] },
      { grant_types: ["authorization_code"], response_types: ["code"] },
    ],
    ["no grant type", { grant_types: [], response_types: [] }, { ...both, response_types: ["code"] }],
    ["empty grant types", { grant_types: [""], response_types: [""] }, { ...both, response_types: ["code"] }],
    [
      "further response types",
      { response_types: ["code", "token", "code id_token"] },
      { response_types: ["code"] },
    ],
    [
      "a device's code and no redirect",
      { grant_types: [device, "password"], redirect_uris: undefined },
      { grant_types: [device], response_types: [], redirect_uris: [] },
    ],
    [
      "empty texts",
      { client_uri: "", logo_uri: "", tos_uri: null, policy_uri: "", contacts: [""], software_id: "" },
      { contacts: [] },
    ],
    [
      "an empty method",
      { token_endpoint_auth_method: "" },
      { token_endpoint_auth_method: "client_secret_basic" },
    ],
    ["empty keys", { jwks_uri: "", jwks: null, sector_identifier_uri: "" }, {}],
    [
      "what belongs to OpenID Connect",
      {
        subject_type: "pairwise",
        id_token_signed_response_alg: "RS256",
        default_max_age: 1,
        require_auth_time: true,
        default_acr_values: ["1"],
        request_uris: ["https://app.example/r"],
      },
      { redirect_uris },
    ],
    ["what nobody knows", { x_editor: { version: 3 }, software_version: "1" }, { redirect_uris }],
  ];
  it.each(more)("is accepted without unknown parts: %s", async (_what, metadata, registered) => {
    const answer = await register({ redirect_uris, ...metadata });
    expect(answer).toMatchObject({ status: 201, body: registered });
    expect(answer.body).not.toHaveProperty("client_uri");
    expect(answer.body).not.toHaveProperty("x_editor");
  });

  it.each([
    ["grant type", { grant_types: ["client_credentials", "password"] }],
    ["response type", { response_types: ["token", "id_token"] }],
    ["redirect", { redirect_uris: ["myapp:x", ""] }],
    ["redirect to begin with", { redirect_uris: undefined }],
    [
      "redirect to begin with, and says that it has no response type",
      { redirect_uris: [], response_types: [] },
    ],
  ])("is refused if no known %s is left", async (_what, metadata) => {
    const { status, body } = await register({ redirect_uris, ...metadata });
    expect(status).toBe(400);
    expect(body.error).toMatch(/^invalid_(?:client_metadata|redirect_uri)$/);
  });

  it.each([
    "https://app.example@evil.example/callback",
    "http://evil.example@localhost/callback",
    "https://evil.example\\@app.example/callback",
    "https://app.example/\r\ncallback",
    "https://app.example/\u0000",
    "https://app.example/#fragment",
    "https://localhost/callback",
    "cursor://user@evil.example/callback",
    " https://app.example/callback",
  ])("is refused if its address is ambiguous: %j", async (uri) => {
    const { status, body } = await register({ redirect_uris: [uri] });
    expect({ status, error: body.error }).toEqual({ status: 400, error: "invalid_redirect_uri" });
  });

  it.each([
    ["a text", "https://app.example/callback"],
    ["an object", {}],
    ["a list of numbers", [1]],
  ])("is refused, without a failure, if the addresses are %s", async (_what, redirect_uris) => {
    const { status, body } = await register({ redirect_uris });
    expect(status).toBe(400);
    expect(body.error).toMatch(/^invalid_/);
  });
});
