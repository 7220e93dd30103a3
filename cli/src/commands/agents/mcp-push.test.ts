import { describe, expect, it } from "vitest";
import { databases, freshPlan, openBench } from "../../../../server/src/modules/push/testing.ts";
import { closedAfterEach, connectNew, startProxy } from "../../mcp/mcp.test-support.ts";

describe.each(databases)("$database: `groundplan mcp`", ({ create }) => {
  const closing = closedAfterEach();

  it("a push whose connection ends while it runs is waited for, done once and answered", async () => {
    const bench = closing(await openBench(create));
    const { main } = await freshPlan(bench);
    const plan = main.split("/").at(-1) ?? "";
    const proxy = closing(await startProxy(await bench.world.app.listen({ host: "127.0.0.1", port: 0 })));
    const env = { GROUNDPLAN_URL: proxy.url, GROUNDPLAN_API_KEY: bench.alice.key };
    const client = closing(await connectNew({ env }));
    const [, preview] = /preview=(\S+)/.exec(await client.call("push_plan", { plan })) ?? [];
    let left = 2;
    proxy.decide((body) => (body.includes('"push_plan"') && left-- > 0 ? "cut at once" : "pass"));
    expect(await client.call("push_plan", { plan, preview })).toMatch(/^pushed · /);
    expect((await bench.alice.get(`${main}/pushes`)).body.pushes).toHaveLength(1);
  });
});
