import { getMcpAccess } from "@groundplan/contract";
import { describe, expect, it } from "vitest";
import { signedInBrowser } from "../../test/browser.ts";
import { databases } from "../../test/databases.ts";
import { setUpWorld } from "../../test/world.ts";
import { setUpAgents, sizeOf } from "./client.test-support.ts";
import { tools as allTools } from "./tools/index.ts";

const reading = ["find", "get_plan", "get_specs", "get_context", "get_guide"];

describe.each(databases)("$database: the list of tools", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  const connect = setUpAgents(world);
  const listOf = async (key: string, query?: string) => (await connect(key, query)).client.listTools();

  it("has all tools in 1,500 tokens, as a model sees them", async () => {
    const { tools } = await listOf(world.bob.key);
    expect(tools.map(({ name }) => name)).toEqual(allTools.map(({ name }) => name));
    const seen = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(sizeOf(JSON.stringify(seen))).toBeLessThanOrEqual(1500);
  });

  it("is read by the console with each tool's tokens, for whoever is signed in", async () => {
    const { browser } = await signedInBrowser(world, world.vera);
    const access = await browser.call(getMcpAccess, {});
    expect(access.address).toMatch(/^http.*\/mcp$/);
    const { tools } = await listOf(world.bob.key);
    const sizes = tools.map(({ name, description, inputSchema }) => ({
      name,
      tokens: sizeOf(JSON.stringify({ name, description, inputSchema })),
    }));
    expect(access.tools.map(({ name, tokens }) => ({ name, tokens }))).toEqual(sizes);
    for (const subset of ["read", "work"] as const) {
      const shown = access.tools.filter(({ subsets }) => subsets.includes(subset));
      const offered = (await listOf(world.bob.key, `?tools=${subset}`)).tools;
      expect(shown.map(({ name }) => name)).toEqual(offered.map(({ name }) => name));
    }
    browser.cookie = null;
    expect((await browser.send(getMcpAccess, {})).status).toBe(401);
  });

  it("says of each tool whether it reads, destroys, or reaches further", async () => {
    const { tools } = await listOf(world.bob.key);
    for (const { name, annotations } of tools)
      expect(annotations, name).toEqual(
        reading.includes(name)
          ? { readOnlyHint: true, openWorldHint: false }
          : { readOnlyHint: false, destructiveHint: false, openWorldHint: name === "push_plan" },
      );
  });

  it("has the reading ones or the builders' at an address that asks for them", async () => {
    const namesOf = async (query: string) =>
      (await listOf(world.bob.key, query)).tools.map(({ name }) => name);
    expect(await namesOf("?tools=read")).toEqual(reading);
    expect(await namesOf("?tools=work")).toEqual([
      "find",
      "get_specs",
      "get_context",
      "claim_work",
      "report_work",
    ]);
  });

  it("leaves the writing ones out for a credential that may only read, and the instructions say so", async () => {
    const agent = await connect((await world.reader(world.bob)).key);
    expect((await agent.client.listTools()).tools.map(({ name }) => name)).toEqual(reading);
    const said = agent.client.getInstructions() ?? "";
    expect(said).toContain("may only read");
    expect(sizeOf(said)).toBeLessThanOrEqual(80);
    await expect(agent.call("save_plan", { name: "No" })).rejects.toThrow();
  });
});
