import { decideConsent, getConsent } from "@groundplan/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { withRows } from "../own-connection.ts";
import { App, expectErrorPage } from "./app.ts";
import { meOf, setUpServed, Visitor } from "./visitor.ts";

describe.each(databases)("before a person's decision, on $database", ({ create }) => {
  const served = setUpServed(create);
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await new Visitor(served.base).signIn(served, served.world.bob);
  });

  /** Changes an app's stored metadata, as if an earlier version had accepted it. */
  const store = (app: App, change: object) =>
    withRows(served.world, async (db) => {
      const own = db.selectFrom("oauth_clients").selectAll().where("id", "=", app.clientId);
      const { metadata } = await own.executeTakeFirstOrThrow();
      await db
        .updateTable("oauth_clients")
        .set({ metadata: JSON.stringify(Object.assign(JSON.parse(metadata), change)) })
        .where("id", "=", app.clientId)
        .execute();
    });

  const wrong: [string, Record<string, string | null>][] = [
    ["prompt=none", { prompt: "none" }],
    ["an unknown prompt", { prompt: "sing" }],
    ["no challenge", { code_challenge: null, code_challenge_method: null }],
    ["another resource", { resource: "https://other.example" }],
    ["an unknown scope", { scope: "admin" }],
    ["another response type", { response_type: "token" }],
    ["no response type", { response_type: null }],
    ["a request object", { request: "x" }],
    ["an address of a request", { request_uri: "https://app.example/x" }],
    ["a registration", { registration: "{}" }],
    ["a hint of a token", { id_token_hint: "x" }],
    ["an age", { max_age: "0" }],
  ];
  it("no failing request redirects, whatever it fails for", async () => {
    for (const redirectUri of ["https://app.example/callback", "cursor://x/callback", "http://127.0.0.1/x"]) {
      const app = await App.register(served, redirectUri);
      for (const who of [visitor, new Visitor(served.base)])
        for (const [what, parameters] of wrong) {
          const landing = await who.go(app.address(parameters));
          expect(landing.location, what).toBe("");
          expectErrorPage(landing);
          expect(landing.text, what).not.toContain("This request is over");
        }
    }
  });

  it("the page says that an app can't be authorized without a prompt", async () => {
    const app = await App.register(served);
    expect((await visitor.go(app.address({ prompt: "none" }))).text).toContain("without asking you");
  });

  it("nobody is redirected to a registered address that is no longer accepted", async () => {
    const app = await App.register(served, "https://app.example/callback");
    const { access, refresh } = await app.tokens(visitor);
    const bad = "itms-services://x";
    await store(app, { redirect_uris: [bad] });
    for (const parameters of [{}, { prompt: "none" }, { scope: "admin" }]) {
      const landing = await visitor.go(app.address({ redirect_uri: bad, ...parameters }));
      expectErrorPage(landing);
      expect(landing.text).not.toContain("itms");
    }
    // Earlier authorizations stay valid.
    expect((await meOf(served.base, access)).status).toBe(200);
    expect((await app.refresh(refresh)).status).toBe(200);

    await store(app, { redirect_uris: [bad, app.redirectUri], response_types: ["code"] });
    expectErrorPage(await visitor.go(app.address({ redirect_uri: bad })));
    expect((await visitor.decide(app.address())).host).toBe("app.example");
  });

  it.each([true, false])(
    "nor by an answer to a prompt that was shown before (allowed: %s)",
    async (allow) => {
      const app = await App.register(served, "https://app.example/callback");
      const uid = await visitor.ask(app.address());
      await store(app, { redirect_uris: ["https://app.example/other"] });
      await visitor.call(getConsent, { params: { uid } });
      const { redirectTo } = await visitor.call(decideConsent, { params: { uid }, body: { allow } });
      expectErrorPage(await visitor.go(redirectTo));
    },
  );

  it("after it, a refusal goes back to the app", async () => {
    const app = await App.register(served, "cursor://x/callback");
    const back = await visitor.decide(app.address(), { allow: false });
    expect(back.protocol).toBe("cursor:");
    expect(back.searchParams.get("error")).toBe("access_denied");
  });
});
