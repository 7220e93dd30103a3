import { Client as Client2025 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport2025 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../test/databases.ts";
import { setUpWorld } from "../../test/world.ts";
import { Agent } from "./client.test-support.ts";

type Call = (name: string, given: Record<string, unknown>) => Promise<string>;

const content =
  "A guest pays with a card.\n\n## Acceptance criteria\n\n1. A card is charged once within 2 seconds.\n2. A refused card shows the bank's reason.";

/** Plans, writes specs, claims, builds and completes, as an agent does. */
async function wholeLoop(call: Call): Promise<void> {
  const [plan = ""] = (await call("save_plan", { project: "web", name: "Checkout", status: "READY" })).split(
    " ",
  );
  await call("save_specs", { plan, specs: [{ title: "Pay", content }] });
  expect(await call("get_plan", { plan })).toContain("SPEC-1 TODO");
  const claimed = await call("claim_work", { plan });
  const [, claim = ""] = /^claim (\S+)/.exec(claimed) ?? [];
  const evidence = [1, 2].map((number) => ({
    criterion: number,
    result: "passed",
    kind: "run",
    ref: "npm test",
    checks: 2,
  }));
  expect(await call("report_work", { claim, act: "done", evidence })).toBe(
    `${plan}/SPEC-1 DONE · no criterion open`,
  );
}

describe.each(databases)("$database: the MCP endpoint", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let url: string;
  beforeAll(async () => {
    url = `${await world.app.listen({ host: "127.0.0.1", port: 0 })}/mcp`;
  });

  it("a client of the current revision goes from a plan to a finished spec", async () => {
    const agent = await new Agent().connect(url, world.bob.key);
    const { ttlMs, cacheScope } = await agent.client.listTools();
    expect({ ttlMs, cacheScope }).toEqual({ ttlMs: 3_600_000, cacheScope: "private" });
    await wholeLoop((name, given) => agent.call(name, given));
    const { claims } = (await world.bob.get("/v1/claims?state=all")).body;
    expect(claims[0].agent).toBe("coder 1");
    await agent.client.close();
  });

  it("a client of 2025-11-25 does, too", async () => {
    const client = new Client2025({ name: "older", version: "1" });
    const requestInit = { headers: { authorization: `Bearer ${world.bob.key}` } };
    await client.connect(new Transport2025(new URL(url), { requestInit }));
    expect((await client.listTools()).tools).toHaveLength(11);
    await wholeLoop(async (name, given) => {
      const { content: parts, isError } = await client.callTool({ name, arguments: given });
      const [{ text }] = parts as [{ text: string }];
      if (isError) throw new Error(text);
      return text;
    });
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

  it("takes POST only", async () => {
    const headers = { authorization: `Bearer ${world.bob.key}` };
    expect((await fetch(url, { headers })).status).toBe(405);
  });
});
