import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Agent, sizeOf } from "../../../../server/src/mcp/client.test-support.ts";
import { databases, type TestDatabase } from "../../../../server/test/databases.ts";
import { groundplanHere, startService } from "../../testing.ts";

describe.each(databases)("$database: an agent builds the demo's specs", ({ create }) => {
  let database: TestDatabase;
  let service: Awaited<ReturnType<typeof startService>>;
  let key: string;
  beforeAll(async () => {
    database = await create("empty");
    const { stdout } = await groundplanHere(["demo", "--json"], database.env);
    ({ key } = JSON.parse(stdout).people[0]);
    service = await startService(database.env);
    const planner = await new Agent().connect(`${service.url}/mcp`, key);
    const planning = await planner.call("find", { kind: "plan", status: "PLANNING" });
    for (const [plan] of planning.matchAll(/PLAN-\d+/g))
      await planner.call("save_plan", { plan, status: "READY" });
    await planner.client.close();
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  /** Returns an agent that counts the tokens of the list of tools, of its calls and of their answers. */
  async function counting(query: string) {
    const agent = await new Agent().connect(`${service.url}/mcp${query}`, key);
    const { tools } = await agent.client.listTools();
    const seen = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    const counted = { tokens: sizeOf(JSON.stringify(seen)) };
    const call = async (name: string, given: Record<string, unknown>) => {
      const text = await agent.call(name, given);
      counted.tokens += sizeOf(JSON.stringify({ name, arguments: given })) + sizeOf(text);
      return text;
    };
    return { call, counted, close: () => agent.client.close() };
  }
  const claimIn = (text: string) => /^claim (\S+)/m.exec(text)?.[1] ?? "";

  it("with the builders' tools in two calls and 1,600 tokens, a further spec in one call and 1,000", async () => {
    const { call, counted, close } = await counting("?tools=work");
    const claimed = await call("claim_work", { budget: 700 });
    const done = await call("report_work", { claim: claimIn(claimed), act: "done" });
    expect(done).toMatch(/^PLAN-\d+\/SPEC-\d+ DONE/);
    expect(counted.tokens).toBeLessThanOrEqual(1600);
    const second = claimIn(await call("claim_work", { budget: 700 }));
    const before = counted.tokens;
    await call("report_work", { claim: second, act: "done", next: true, budget: 700 });
    expect(counted.tokens - before).toBeLessThanOrEqual(1000);
    await close();
  });

  it("with all tools in 2,300 tokens", async () => {
    const { call, counted, close } = await counting("");
    const list = counted.tokens;
    const free = await call("find", { kind: "spec", status: "TODO" });
    const [spec = ""] = /PLAN-\d+\/SPEC-\d+(?= TODO)/.exec(free) ?? [];
    counted.tokens = list;
    const claim = claimIn(await call("claim_work", { spec, budget: 700 }));
    await call("report_work", { claim, act: "done" });
    expect(counted.tokens).toBeLessThanOrEqual(2300);
    await close();
  });
});
