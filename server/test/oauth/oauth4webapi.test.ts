import { decideDevice } from "@groundplan/contract";
import * as oauth from "oauth4webapi";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { neverInTheClear } from "../no-secrets.ts";
import { withRows } from "../own-connection.ts";
import { meOf, setUpServed, Visitor } from "./visitor.ts";

const insecure = { [oauth.allowInsecureRequests]: true };
const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

describe.each(databases)("oauth4webapi, on $database", ({ create }) => {
  const served = setUpServed(create);
  let server: oauth.AuthorizationServer;
  beforeAll(async () => {
    const issuer = new URL(served.base);
    const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
    server = await oauth.processDiscoveryResponse(issuer, found);
  });

  async function register(metadata: Partial<oauth.Client>): Promise<oauth.Client> {
    const app = { client_name: "Tester", token_endpoint_auth_method: "none", ...metadata };
    const answer = await oauth.dynamicClientRegistrationRequest(server, app, insecure);
    return oauth.processDynamicClientRegistrationResponse(answer);
  }

  it("finds the server by the metadata of each resource", async () => {
    for (const path of ["", "/v1", "/mcp"]) {
      const resource = new URL(served.base + path);
      const answer = await oauth.resourceDiscoveryRequest(resource, insecure);
      const metadata = await oauth.processResourceDiscoveryResponse(resource, answer);
      expect(metadata).toMatchObject({
        authorization_servers: [served.base],
        scopes_supported: ["read", "write"],
      });
    }
    expect(server).toMatchObject({
      issuer: served.base,
      code_challenge_methods_supported: ["S256"],
      client_id_metadata_document_supported: true,
    });
  });

  it("goes through the code grant with PKCE, refreshes and revokes", async () => {
    const redirectUri = "http://localhost:8976/callback";
    const client = await register({ redirect_uris: [redirectUri] });
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const address = new URL(server.authorization_endpoint ?? "");
    address.search = String(
      new URLSearchParams({
        client_id: client.client_id,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: "read",
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      }),
    );
    const visitor = await new Visitor(served.base).signIn(served, served.world.bob);
    const back = oauth.validateAuthResponse(server, client, await visitor.decide(address), state);
    const none = oauth.None();
    const answer = await oauth.authorizationCodeGrantRequest(
      ...([server, client, none, back, redirectUri, verifier, insecure] as const),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer);
    expect((await meOf(served.base, tokens.access_token)).body).toMatchObject({ scope: "read" });
    const refreshed = await oauth.refreshTokenGrantRequest(
      server,
      client,
      none,
      tokens.refresh_token ?? "",
      insecure,
    );
    const fresh = await oauth.processRefreshTokenResponse(server, client, refreshed);
    const revoked = await oauth.revocationRequest(server, client, none, fresh.access_token, insecure);
    await oauth.processRevocationResponse(revoked);
    expect((await meOf(served.base, fresh.access_token)).status).toBe(401);
  });

  it("goes through the device grant: pending, too early, and authorized", async () => {
    const client = await register({
      grant_types: [deviceGrant, "refresh_token"],
      response_types: [],
      redirect_uris: [],
    });
    const asked = await oauth.deviceAuthorizationRequest(
      server,
      client,
      oauth.None(),
      { scope: "write" },
      insecure,
    );
    const device = await oauth.processDeviceAuthorizationResponse(server, client, asked);
    neverInTheClear(device.device_code, device.user_code);
    expect(device).toMatchObject({
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
      verification_uri: `${served.base}/device`,
      expires_in: 600,
    });
    const poll = async () => {
      const answer = await oauth.deviceCodeGrantRequest(
        server,
        client,
        oauth.None(),
        device.device_code,
        insecure,
      );
      return oauth.processDeviceCodeResponse(server, client, answer);
    };
    await expect(poll()).rejects.toMatchObject({ error: "authorization_pending" });
    await expect(poll()).rejects.toMatchObject({ error: "slow_down" });

    const visitor = await new Visitor(served.base).signIn(served, served.world.bob);
    const code = device.user_code.toLowerCase().replace("-", " ");
    expect(await visitor.call(decideDevice, { body: { code, allow: true } })).toEqual({ allowed: true });
    await expect(poll()).rejects.toMatchObject({ error: "slow_down" });
    await withRows(served.world, (db) =>
      db.updateTable("oauth_artifacts").set({ polled_at: null }).execute(),
    );
    const tokens = await poll();
    expect((await meOf(served.base, tokens.access_token)).body).toMatchObject({ scope: "write" });
    expect((await visitor.console(decideDevice, { body: { code, allow: true } })).status).toBe(404);
  });

  it("notifies a device of the person's refusal", async () => {
    const client = await register({ grant_types: [deviceGrant], response_types: [], redirect_uris: [] });
    const asked = await oauth.deviceAuthorizationRequest(server, client, oauth.None(), {}, insecure);
    const device = await oauth.processDeviceAuthorizationResponse(server, client, asked);
    neverInTheClear(device.device_code, device.user_code);
    const visitor = await new Visitor(served.base).signIn(served, served.world.bob);
    const body = { code: device.user_code, allow: false };
    expect(await visitor.call(decideDevice, { body })).toEqual({ allowed: false });
    const answer = await oauth.deviceCodeGrantRequest(
      server,
      client,
      oauth.None(),
      device.device_code,
      insecure,
    );
    await expect(oauth.processDeviceCodeResponse(server, client, answer)).rejects.toMatchObject({
      error: "access_denied",
    });
  });
});
