import { describe, expect, it } from "vitest";
import { createProvider } from "../../src/modules/oauth/provider/provider.ts";
import { databases } from "../databases.ts";
import { sendForm } from "./app.ts";
import { setUpServed } from "./visitor.ts";

const [sqlite] = databases;

describe("the metadata", () => {
  const served = setUpServed(sqlite?.create ?? expect.fail());

  const read = async (path: string) => {
    const answer = await fetch(served.base + path);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    return (await answer.json()) as Record<string, unknown>;
  };

  it("matches the library's own metadata", async () => {
    const ours = await read("/.well-known/oauth-authorization-server");
    const provider = createProvider(served.world.context, {
      personOf: async () => null,
      mayFetch: () => true,
    });
    const said = provider.listen(0, "127.0.0.1");
    await new Promise((resolve) => said.once("listening", resolve));
    const { port, host } = { ...(said.address() as { port: number }), host: new URL(served.base).host };
    const answer = await fetch(`http://127.0.0.1:${port}/.well-known/oauth-authorization-server`, {
      headers: { "x-forwarded-host": host, "x-forwarded-proto": "http" },
    });
    const theirs = (await answer.json()) as Record<string, unknown>;
    said.close();
    const sorted = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value);
    // The library also lists refused options: response modes and the scope of OpenID Connect.
    const differing = ["response_modes_supported", "scopes_supported"];
    const both = Object.keys(ours).filter((name) => name in theirs && !differing.includes(name));
    expect(both.length).toBeGreaterThan(10);
    for (const name of both) expect(sorted(ours[name]), name).toEqual(sorted(theirs[name]));
  });

  it("of the resource names the resource of its path", async () => {
    for (const path of ["", "/v1", "/mcp"]) {
      const metadata = await read(`/.well-known/oauth-protected-resource${path}`);
      expect(metadata).toMatchObject({
        resource: served.base + path,
        authorization_servers: [served.base],
        scopes_supported: ["read", "write"],
      });
    }
  });

  it("is named when the API refuses, with an error only if a credential was sent", async () => {
    const where = `resource_metadata="${served.base}/.well-known/oauth-protected-resource"`;
    const challenge = async (headers: Record<string, string>) =>
      (await fetch(`${served.base}/v1/me`, { headers })).headers.get("www-authenticate");
    expect(await challenge({})).toBe(`Bearer ${where}`);
    expect(await challenge({ authorization: "Bearer x" })).toBe(`Bearer error="invalid_token", ${where}`);
    const reader = await served.world.reader(served.world.bob);
    const refused = await fetch(`${served.base}/v1/projects`, {
      method: "POST",
      headers: { authorization: `Bearer ${reader.key}` },
    });
    expect(refused.headers.get("www-authenticate")).toBe(
      `Bearer error="insufficient_scope", scope="write", ${where}`,
    );
  });

  it("and the endpoints for programs can be read by pages of any origin, the person's pages by none", async () => {
    const origin = { origin: "https://app.example" };
    for (const path of ["/oauth/token", "/oauth/register", "/oauth/revoke", "/oauth/device_authorization"]) {
      const headers = { ...origin, "access-control-request-method": "POST" };
      const asked = await fetch(served.base + path, { method: "OPTIONS", headers });
      expect(asked.status).toBe(204);
      expect(asked.headers.get("access-control-allow-origin")).toBe("*");
      expect(asked.headers.get("access-control-allow-credentials")).toBeNull();
    }
    const { headers } = await sendForm(served.base, "/oauth/token", { grant_type: "refresh_token" });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    for (const path of ["/v1", "/oauth/authorize", "/console/session"]) {
      const answer = await fetch(served.base + path, { headers: origin });
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});
