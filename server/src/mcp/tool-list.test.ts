import { describe, expect, it } from "vitest";
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
