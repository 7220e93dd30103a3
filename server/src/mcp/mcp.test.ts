import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../test/databases.ts";
import { setUpWorld } from "../../test/world.ts";

describe.each(databases)("$database: the MCP endpoint", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let url: string;
  beforeAll(async () => {
    url = `${await world.app.listen({ host: "127.0.0.1", port: 0 })}/mcp`;
  });

  it("lists tools for a client of the current revision", async () => {
    const client = new Client({ name: "agent", version: "1" }, { versionNegotiation: { mode: "auto" } });
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${world.bob.key}` } },
    });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("get_specs");
    await client.close();
  });

  it("refuses a request without a credential, and says where to get one", async () => {
    const answer = await fetch(url, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toContain("/.well-known/oauth-protected-resource/mcp");
  });
});
