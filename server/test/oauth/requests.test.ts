import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { openWorld } from "../world.ts";
import { App, expectErrorPage } from "./app.ts";
import { setUpServed, Visitor } from "./visitor.ts";

describe.each(databases)("an app's request, on $database", ({ create }) => {
  const served = setUpServed(create);
  let app: App;
  let visitor: Visitor;
  beforeAll(async () => {
    app = await App.register(served);
    visitor = await new Visitor(served.base).signIn(served, served.world.bob);
  });

  it.each([
    ["without a challenge", { code_challenge: null, code_challenge_method: null }],
    ["with a plain challenge", { code_challenge_method: "plain" }],
    ["with a challenge of no method, which would be plain", { code_challenge_method: null }],
  ])("%s is refused: every client uses PKCE with S256", async (_what, parameters) => {
    expectErrorPage(await visitor.go(app.address(parameters)));
  });

  it.each([
    "https://app.example/callback/",
    "https://app.example/callback?next=evil",
    "https://app.example/callback/../evil",
    "https://app.example:444/callback",
    "https://app.example.evil.example/callback",
    "https://app.example@evil.example/callback",
    "https://app.example%2f@evil.example/callback",
    "http://app.example/callback",
    "HTTPS://APP.example/callback",
    "//app.example/callback",
    "javascript:alert(1)//https://app.example/callback",
    "",
  ])("to %s is refused with a page, without a redirect", async (redirect_uri) => {
    expectErrorPage(await visitor.go(app.address({ redirect_uri })));
  });

  it("of an app that redirects to this computer may come back at any port, and nowhere else", async () => {
    const local = await App.register(served, "http://127.0.0.1:1234/callback");
    const back = await visitor.decide(local.address({ redirect_uri: "http://127.0.0.1:5678/callback" }));
    expect(back.host).toBe("127.0.0.1:5678");
    for (const redirect_uri of [
      "http://127.0.0.1:1234/other",
      "http://localhost:1234/callback",
      "http://127.0.0.1.evil.example:1234/callback",
      "http://127.0.0.1:1234@evil.example/callback",
      "http://10.0.0.1:1234/callback",
    ])
      expectErrorPage(await visitor.go(local.address({ redirect_uri })));
  });

  it.each(["form_post", "fragment", "web_message", "query&response_mode=form_post"])(
    "for an answer by %s is refused, since that would need a page with a script",
    async (mode) => {
      const { status, location, text } = await visitor.go(`${app.address()}&response_mode=${mode}`);
      expect({ status, location }).toEqual({ status: 400, location: "" });
      expect(text).not.toContain("<script");
    },
  );

  it("for another resource is refused, and so is one without any known scope", async () => {
    const { base } = served;
    const others = ["https://evil.example", `${base}.evil.example`, `${base}/v2`, `${base}/mcp//`];
    others.push(
      `${base}/MCP`,
      `${base}/mcp?x=1`,
      base.replace("//", "//me@"),
      base.replace("http:", "https:"),
    );
    for (const resource of others) expectErrorPage(await visitor.go(app.address({ resource })));
    expectErrorPage(await visitor.go(app.address({ scope: "admin openid" })));
  });

  it.each(["", "/", "/v1", "/v1/", "/mcp", "/mcp/"])(
    "for the resource <base>%s is accepted, whatever case its host is in",
    async (path) => {
      const resource = served.base.replace("http://localhost", "HTTP://LocalHost") + path;
      const code = (await visitor.decide(app.address({ resource }))).searchParams.get("code") ?? "";
      const { body } = await app.exchange(code, { resource });
      const refreshed = await app.refresh(body.refresh_token, served.base, { resource });
      expect(refreshed).toMatchObject({ status: 200, body: { scope: "read write" } });
    },
  );

  it("for more than it registered is refused", async () => {
    const reader = await App.register(served, "https://app.example/callback", { scope: "openid read" });
    expectErrorPage(await visitor.go(reader.address({ scope: "write" })));
    for (const scope of ["openid read", "read offline_access profile"])
      for (const prompt of [null, "consent"])
        expect(await visitor.ask(reader.address({ scope, prompt }))).toBeTruthy();
  });

  it("of an unknown app is refused with a page", async () => {
    for (const client_id of ["nobody", "https://", "", "groundplan-cli"])
      expectErrorPage(await visitor.go(app.address({ client_id })));
  });

  it("leads to the public address, whatever host it was sent to", async () => {
    const { status, headers } = await fetch(app.address(), {
      redirect: "manual",
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    });
    expect(status).toBe(303);
    expect(headers.get("location")).toMatch(/^\/oauth\/consent\//);
    const { payload } = {
      payload: JSON.stringify(
        await served.world.context.db.selectFrom("oauth_artifacts").selectAll().execute(),
      ),
    };
    expect(payload).not.toContain("evil.example");
  });

  it("leads to no page that can be framed", async () => {
    for (const address of [app.address(), app.address({ client_id: "nobody" })]) {
      const { headers } = await visitor.go(address);
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});

describe.each(databases)("behind HTTPS, on $database", ({ create }) => {
  it("every cookie of a request is sent over HTTPS only, and its links name the public address", async () => {
    const base = "https://plans.example";
    const world = await openWorld(create, { env: { GROUNDPLAN_PUBLIC_URL: base } });
    const metadata = { redirect_uris: ["https://app.example/callback"], token_endpoint_auth_method: "none" };
    const registered = await world.app.inject({ method: "POST", url: "/oauth/register", payload: metadata });
    const app = new App(base, registered.json().client_id, "https://app.example/callback");
    const { statusCode, headers } = await world.app.inject(app.address().slice(base.length));
    expect(statusCode).toBe(303);
    const cookies = [headers["set-cookie"] ?? []].flat();
    expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual([
      "groundplan_consent",
      "groundplan_oauth",
      "groundplan_oauth.sig",
    ]);
    for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly/i);
    await world.close();
  });
});
