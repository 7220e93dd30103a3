import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import {
  auth,
  Client,
  type OAuthClientInformationMixed,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { freePort } from "../free-port.ts";
import { App } from "./app.ts";
import { meOf, setUpServed, Visitor } from "./visitor.ts";

const suite = fileURLToPath(
  new URL("../../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);

describe.each(databases)("$database", ({ create }) => {
  const served = setUpServed(create);
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await new Visitor(served.base).signIn(served, served.world.bob);
  });

  it("passes the published suite for authorization servers", async () => {
    const port = await freePort();
    const app = await App.register(served, `http://127.0.0.1:${port}/callback`);
    const child = spawn(process.execPath, [
      ...[suite, "authorization", "--url", served.base, "--client-id", app.clientId],
      ...["--resource", `${served.base}/v1`, "-p", String(port), "--spec-version", "2026-07-28"],
    ]);
    let said = "";
    const asked: Promise<unknown>[] = [];
    const read = (text: string) => {
      said += text;
      // Prints the address for a person to open, then waits at the callback.
      const address = /^(http\S+\/oauth\/authorize\?\S+)\s[\s\S]*Callback server started/m.exec(said)?.[1];
      if (address && asked.length === 0) asked.push(visitor.decide(address).then((back) => fetch(back)));
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    const [code] = await once(child, "close");
    await Promise.all(asked);
    expect(said).toMatch(/Total: 3 passed, 0 failed/);
    expect(code).toBe(0);
  });

  it("is found by the client of the Model Context Protocol, from the address of its endpoint", async () => {
    const kept: {
      client?: OAuthClientInformationMixed;
      tokens?: OAuthTokens;
      verifier?: string;
      found?: OAuthDiscoveryState;
      to?: URL;
    } = {};
    const redirectUrl = "http://127.0.0.1:33181/callback";
    const provider = {
      redirectUrl,
      clientMetadata: {
        client_name: "Agent",
        redirect_uris: [redirectUrl],
        token_endpoint_auth_method: "none",
      },
      clientInformation: () => kept.client,
      saveClientInformation: (client: OAuthClientInformationMixed) => void Object.assign(kept, { client }),
      tokens: () => kept.tokens,
      saveTokens: (tokens: OAuthTokens) => void Object.assign(kept, { tokens }),
      redirectToAuthorization: (to: URL) => void Object.assign(kept, { to }),
      saveCodeVerifier: (verifier: string) => void Object.assign(kept, { verifier }),
      codeVerifier: () => kept.verifier ?? "",
      saveDiscoveryState: (found: OAuthDiscoveryState) => void Object.assign(kept, { found }),
      discoveryState: () => kept.found,
    };
    const serverUrl = `${served.base}/mcp`;
    expect(await auth(provider, { serverUrl })).toBe("REDIRECT");
    expect(kept.to?.searchParams.get("resource")).toBe(serverUrl);
    const back = await visitor.decide(kept.to ?? "");
    const authorizationCode = back.searchParams.get("code") ?? "";
    const iss = back.searchParams.get("iss") ?? "";
    expect(await auth(provider, { serverUrl, authorizationCode, iss })).toBe("AUTHORIZED");
    const me = await meOf(served.base, kept.tokens?.access_token ?? "");
    expect(me).toMatchObject({ status: 200, body: { scope: "write", credential: { kind: "oauth" } } });
    expect(await auth(provider, { serverUrl })).toBe("AUTHORIZED");
    const client = new Client({ name: "agent", version: "1" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: provider }));
    expect((await client.listTools()).tools).toHaveLength(11);
    await client.close();
  });
});
