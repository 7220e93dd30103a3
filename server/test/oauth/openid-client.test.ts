import * as client from "openid-client";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { neverInTheClear } from "../no-secrets.ts";
import { meOf, setUpServed, Visitor } from "./visitor.ts";

const redirect_uri = "http://127.0.0.1:33180/callback";
const insecure = { algorithm: "oauth2" as const, execute: [client.allowInsecureRequests] };

describe.each(databases)("openid-client, on $database", ({ create }) => {
  const served = setUpServed(create);
  let config: client.Configuration;
  beforeAll(async () => {
    const app = { client_name: "Tester", redirect_uris: [redirect_uri], token_endpoint_auth_method: "none" };
    config = await client.dynamicClientRegistration(new URL(served.base), app, client.None(), insecure);
  });

  const { None } = client;

  async function connect(of: client.Configuration, parameters: Record<string, string> = {}) {
    const { base, world } = served;
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const expectedState = client.randomState();
    const address = client.buildAuthorizationUrl(of, {
      redirect_uri,
      state: expectedState,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      ...parameters,
    });
    const visitor = await new Visitor(base).signIn(served, world.alice);
    const back = await visitor.decide(address);
    expect(back.searchParams.get("iss")).toBe(base);
    return client.authorizationCodeGrant(
      of,
      back,
      { pkceCodeVerifier, expectedState },
      parameters.resource ? { resource: parameters.resource } : {},
    );
  }

  it("registers, is authorized, acts, refreshes, and ends its connection", async () => {
    const tokens = await connect(config, { scope: "write" });
    expect(tokens).toMatchObject({
      access_token: expect.stringMatching(/^plan_at_\w{42}$/),
      refresh_token: expect.stringMatching(/^plan_rt_\w{42}$/),
      scope: "read write",
      expires_in: 3600,
    });
    const before = await meOf(served.base, tokens.access_token);
    expect(before).toMatchObject({ status: 200, body: { scope: "write", credential: { kind: "oauth" } } });

    const fresh = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect(fresh.refresh_token).not.toBe(tokens.refresh_token);
    const after = await meOf(served.base, fresh.access_token);
    expect(after.body).toEqual(before.body);

    const narrow = await client.refreshTokenGrant(config, fresh.refresh_token ?? "", { scope: "read" });
    expect(narrow.scope).toBe("read");
    expect((await meOf(served.base, narrow.access_token)).body).toMatchObject({ scope: "read" });

    await client.tokenRevocation(config, narrow.refresh_token ?? "");
    for (const { access_token } of [tokens, fresh, narrow])
      expect((await meOf(served.base, access_token)).status).toBe(401);
    await expect(client.refreshTokenGrant(config, narrow.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });

  it("gets `read` if it asks for no scope, and no more by a refresh", async () => {
    const tokens = await connect(config);
    expect(tokens.scope).toBe("read");
    const more = client.refreshTokenGrant(config, tokens.refresh_token ?? "", { scope: "read write" });
    await expect(more).rejects.toMatchObject({ error: "invalid_scope" });
    expect((await meOf(served.base, tokens.access_token)).body).toMatchObject({ scope: "read" });
  });

  it.each(["", "/", "/v1", "/v1/", "/mcp", "/mcp/"])(
    "may call the one resource by <base>%s",
    async (path) => {
      const tokens = await connect(config, { scope: "read", resource: served.base + path });
      expect((await meOf(served.base, tokens.access_token)).status).toBe(200);
      const fresh = await client.refreshTokenGrant(config, tokens.refresh_token ?? "", {
        resource: `${served.base}/mcp`,
      });
      expect((await meOf(served.base, fresh.access_token)).status).toBe(200);
    },
  );

  it("authenticates with its secret if it registered for one, and with no other", async () => {
    const app = { client_name: "Confidential", redirect_uris: [redirect_uri] };
    for (const authentication of [client.ClientSecretBasic, client.ClientSecretPost]) {
      const method =
        authentication === client.ClientSecretBasic ? "client_secret_basic" : "client_secret_post";
      const metadata = { ...app, token_endpoint_auth_method: method };
      const registered = await client.dynamicClientRegistration(
        new URL(served.base),
        metadata,
        undefined,
        insecure,
      );
      const { client_id, client_secret = "" } = registered.clientMetadata();
      neverInTheClear(client_secret);
      const own = new client.Configuration(
        registered.serverMetadata(),
        client_id,
        undefined,
        authentication(String(client_secret)),
      );
      client.allowInsecureRequests(own);
      const tokens = await connect(own, { scope: "read" });
      const guessing = new client.Configuration(
        own.serverMetadata(),
        client_id,
        undefined,
        authentication("x"),
      );
      client.allowInsecureRequests(guessing);
      const refused = client.refreshTokenGrant(guessing, tokens.refresh_token ?? "");
      await expect(refused).rejects.toMatchObject({ status: 401 });
      const without = new client.Configuration(own.serverMetadata(), client_id, undefined, None());
      client.allowInsecureRequests(without);
      await expect(client.refreshTokenGrant(without, tokens.refresh_token ?? "")).rejects.toMatchObject({
        status: 401,
      });
      expect((await client.refreshTokenGrant(own, tokens.refresh_token ?? "")).access_token).toMatch(
        /^plan_at_/,
      );
    }
  });
});
