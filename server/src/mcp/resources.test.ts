import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../test/databases.ts";
import { setUpWorld } from "../../test/world.ts";
import { type Agent, setUpAgents } from "./client.test-support.ts";

describe.each(databases)("$database: resources and prompts", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  const connect = setUpAgents(world);
  let agent: Agent;
  beforeAll(async () => {
    agent = await connect(world.bob.key);
    for (let n = 0; n < 60; n++) await agent.call("save_plan", { project: "web", name: `Plan ${n}` });
    await agent.call("save_specs", { plan: "PLAN-1", specs: [{ title: "Pay", content: "With a card." }] });
    await world.bob.post("/v1/projects/web/plans", { name: "Hidden", visibility: "PRIVATE" });
  });

  it("open plans are listed page by page, those that the caller can read", async () => {
    const namesOf = async (of: Agent) => {
      const names: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await of.client.listResources(cursor === undefined ? {} : { cursor });
        names.push(...page.resources.map(({ uri }) => uri));
        if (page.nextCursor === undefined) return names;
        cursor = page.nextCursor;
      }
    };
    expect(new Set(await namesOf(agent)).size).toBe(61);
    expect(await namesOf(await connect(world.carol.key))).not.toContain("groundplan://PLAN-61");
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "groundplan://{plan}",
      "groundplan://{plan}/{spec}",
    ]);
  });

  it("a plan and a spec are read as the tools answer them", async () => {
    const read = async (uri: string, of = agent) => {
      const { contents } = await of.client.readResource({ uri });
      return (contents[0] as { text: string }).text;
    };
    expect(await read("groundplan://PLAN-1")).toBe(await agent.call("get_plan", { plan: "PLAN-1" }));
    expect(await read("groundplan://PLAN-1/SPEC-1")).toContain("With a card.");
    await expect(read("groundplan://PLAN-1/SPEC-9")).rejects.toThrow("SPEC-9");
    await expect(read("groundplan://nothing")).rejects.toThrow();
    await expect(read("groundplan://PLAN-61", await connect(world.carol.key))).rejects.toThrow("PLAN-61");
  });

  it("a reading that is cut names the tool that takes its cursor", async () => {
    await agent.call("save_specs", {
      plan: "PLAN-1",
      specs: [{ title: "Long", content: "Many words. ".repeat(20_000) }],
    });
    const { contents } = await agent.client.readResource({ uri: "groundplan://PLAN-1/SPEC-2" });
    expect((contents[0] as { text: string }).text).toMatch(/\nmore: call get_specs with cursor=\S+$/);
  });

  it("prompts are offered to who has their tools", async () => {
    const namesOf = async (of: Agent) => (await of.client.listPrompts()).prompts.map(({ name }) => name);
    expect(await namesOf(agent)).toEqual(["plan", "review", "build"]);
    expect(await namesOf(await connect(world.bob.key, "?tools=read"))).toEqual(["review"]);
    const { messages } = await agent.client.getPrompt({
      name: "build",
      arguments: { spec: "PLAN-1/SPEC-1" },
    });
    expect(messages[0]?.content).toMatchObject({ text: expect.stringContaining("PLAN-1/SPEC-1") });
    await expect(agent.client.getPrompt({ name: "review" })).rejects.toThrow("plan is required");
  });
});
