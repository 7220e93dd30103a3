import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../databases.ts";
import { buildCheckedApp, setUpWorld } from "../../world.ts";
import { fixture } from "./fixture.ts";
import { runSuite, withCredential } from "./suite.ts";

const baseline = fileURLToPath(new URL("expected-failures.yaml", import.meta.url));

describe.each(databases)("$database: the published suite of the Model Context Protocol", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  const opened: (Server | FastifyInstance)[] = [];
  beforeAll(async () => {
    await world.bob.post("/v1/projects/web/plans", { name: "Checkout" });
  });
  afterAll(async () => {
    for (const one of opened) await one.close();
  });

  /** Lets the suite talk to a service with bob's key; returns the endpoint's address. */
  async function endpointOf(app: FastifyInstance): Promise<string> {
    await app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const { url, server } = await withCredential(port, world.bob.key);
    opened.push(server);
    world.context.listensOn(url);
    return `${url}/mcp`;
  }

  it("every required scenario passes on the endpoint's transport, with the suite's own tools", async () => {
    const app = buildCheckedApp(world.context, { mcpServer: fixture });
    opened.push(app);
    const { code, said } = await runSuite(await endpointOf(app));
    expect(code, said).toBe(0);
    expect(said).toMatch(/✓ server-stateless: 28 passed, 0 failed/);
  });

  it("the endpoint itself fails what the baseline lists, each for the reason there, and nothing else", async () => {
    const { code, said } = await runSuite(await endpointOf(world.app), "--expected-failures", baseline);
    expect(code, said).toBe(0);
    const lines = readFileSync(baseline, "utf8").match(/^ {2}- .*$/gm) ?? [];
    for (const line of lines) expect(line).toMatch(/^ {2}- \S+ # \w.{10}/);
    expect(said.match(/^ {2}~ /gm)).toHaveLength(lines.length);
  });
});
