import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "../../src/outbound/testing.ts";
import { databases } from "../databases.ts";
import { openWorld, type World } from "../world.ts";

const secret = "ghp_a-key-that-nobody-sees";

describe.each(databases)("error statuses of other services, on $database", ({ create }) => {
  let world: World;
  let other: Awaited<ReturnType<typeof listen>>;
  let status = 500;
  beforeAll(async () => {
    other = await listen((_request, response) => response.writeHead(status).end("Nothing to see."));
    const env = { GROUNDPLAN_GITHUB_API_URL: other.url, GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" };
    world = await openWorld(create, { env, jobs: "off" });
  });
  afterAll(async () => {
    await world.close();
    await other.close();
  });

  const host = () => new URL(other.url).host;
  const warnings = () =>
    world.logged
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === "a call to another service failed")
      .map(({ host, reason, status, message }) => [host, reason, status, /Check/.test(message)]);
  const connect = () => world.alice.post("/v1/connectors/github/connect", { apiKey: secret });

  it("one of a tracker logs a warning, once a minute however often the call is repeated, and a 404 logs none", async () => {
    for (status of [500, 500, 404, 403]) expect((await connect()).status).toBeGreaterThanOrEqual(400);
    expect(warnings()).toEqual([
      [host(), "status", 500, true],
      [host(), "status", 403, true],
    ]);
    expect(world.logged.join("")).not.toContain(secret);
  });

  it("one of an MCP server logs a warning, without its address", async () => {
    status = 503;
    const url = `${other.url}/mcp?token=in-the-query`;
    const made = await world.alice.post("/v1/mcp-servers", { label: "Broken", url, authMode: "anonymous" });
    expect(made.status).toBe(201);
    expect(warnings().at(-1)).toEqual([host(), "status", 503, true]);
    expect(warnings()).toHaveLength(3);
    expect(world.logged.join("")).not.toContain("in-the-query");
  });
});
