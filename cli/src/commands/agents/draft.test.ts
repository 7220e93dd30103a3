import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../../server/test/databases.ts";
import { type ModelProvider, startModelProvider } from "../../../../server/test/model-provider.ts";
import { setUpWorld } from "../../../../server/test/world.ts";
import { groundplanHere, startCommand } from "../../testing.ts";

let provider: ModelProvider;
beforeAll(async () => {
  provider = await startModelProvider();
});
afterAll(() => provider.close());

describe.each(databases)("$database: the planning agent in the terminal", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" }, project: "Web" });
  let env: Record<string, string>;

  beforeAll(async () => {
    const url = await world.app.listen({ host: "127.0.0.1", port: 0 });
    env = { GROUNDPLAN_URL: url, GROUNDPLAN_API_KEY: world.alice.key };
    await world.alice.post("/v1/projects/web/plans", { name: "Launch" });
  });

  it("without a model, `draft` says what is missing", async () => {
    const { code, stderr } = await groundplanHere(["draft", "PLAN-1", "Plan", "it"], env);
    expect({ code, stderr }).toEqual({ code: 6, stderr: expect.stringContaining("no model") });
  });

  it("`draft` follows a run to its end, and prints what the agent says and what it took", async () => {
    await world.alice.post("/v1/models", {
      name: "Scripted",
      kind: "openai-compatible",
      baseUrl: provider.url,
      model: "scripted",
      contextTokens: 100_000,
      maxOutput: 1000,
      scope: "person",
    });
    provider.script = () => ({ calls: [{ name: "finish", input: { done: "Nothing\u001b[2J to do." } }] });
    const { code, stdout } = await groundplanHere(["draft", "PLAN-1", "Plan", "it"], env);
    expect(code).toBe(0);
    expect(stdout).toBe("Finished\n  Nothing to do.\n\ndone: 12 tokens in, 3 out\n");
    const json = await groundplanHere(["draft", "PLAN-1", "Plan", "it", "--json"], env);
    expect(JSON.parse(json.stdout)).toMatchObject({ run: { state: "done", prompt: "Plan it" } });
  });

  it("Ctrl-C stops the run in the service", async () => {
    const asked = Promise.withResolvers<void>();
    provider.script = () => {
      asked.resolve();
      return { text: "word ".repeat(3000), wordMs: 20 };
    };
    const { ended, stop } = startCommand(["draft", "PLAN-1", "Plan", "slowly"], env);
    await asked.promise;
    stop();
    const { code, stderr } = await ended;
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: expect.stringContaining("The run is stopped. What it proposed so far stays."),
    });
    const { runs } = (await world.alice.get("/v1/projects/web/plans/PLAN-1/runs")).body;
    expect(runs[0]).toMatchObject({ prompt: "Plan slowly", state: "stopped" });
  });
});
