import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { startModelProvider } from "../../../test/model-provider.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";
import { modelBody, startRun, untilState } from "./scene.test-support.ts";
import { call, inTurn, specOf, words } from "./scripts.test-support.ts";

const provider = await startModelProvider();
beforeEach(() => {
  provider.requests.length = 0;
  provider.script = null;
  provider.instead = null;
});
afterAll(() => provider.close());

const finish = call("finish", { done: "Done." });

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" }, project: "Alpha" });
  const begin = async (more: object = {}) => {
    const { id: modelId } = (await world.alice.post("/v1/models", modelBody(provider, more))).body.model;
    const plan = await newPlan(world.alice, "/v1/projects/alpha");
    await world.alice.post(`${plan.path}/context`, { title: "Interview", text: words });
    return { plan, ...(await startRun(world.alice, plan, { modelId })) };
  };

  describe.each(["anthropic", "openai-compatible"])("the wire %s", (kind) => {
    it.each([
      [-1_000_000, 3],
      [12, -5],
      [0.5, 3],
      [1e30, 3],
      [0, 0],
      [100_000_000, 3],
      [100_001, 3],
      [60_000, 3],
      [12, 1001],
    ])(
      "a provider that tells %d tokens in and %d out is not believed: the call counts in full",
      async (input, output) => {
        provider.script = () => ({ calls: [finish], usage: { input, output } });
        const { path } = await begin({ kind, prices: { input: 1, output: 1 } });
        const { run } = await untilState(world.alice, path, "done");
        expect(run.usage.inputTokens).toBeGreaterThan(1000);
        expect(run.usage.inputTokens).toBeLessThan(10_000);
        expect(run.usage.outputTokens).toBe(1000);
        expect(run.usage.cost).toBeGreaterThan(0);
      },
    );

    it("calls of an answer that was cut are not run, and the model is told", async () => {
      provider.script = (_request, n) =>
        n === 1
          ? {
              calls: [
                call("read_source", { source: "S1" }),
                { name: "propose_specs", input: '{"specs":[{"re' },
              ],
              isCut: true,
            }
          : { calls: [finish] };
      const { path } = await begin({ kind });
      const { steps } = await untilState(world.alice, path, "done");
      expect(steps.map(({ kind: of }) => of)).toEqual(["call", "problem", "call", "finish"]);
      const { messages } = provider.requests[1]?.body ?? {};
      expect(messages.at(-1).role).toBe("user");
      expect(messages.some(({ role }: { role: string }) => role === "assistant")).toBe(false);
      const shown = (await world.alice.get(`${path}/steps/${steps[0]?.id}`)).body.answer;
      expect(shown).toContain("read_source");
    });

    it("an answer of more calls than are taken is cut, and a run that does it again fails in words", async () => {
      provider.script = () => ({ calls: Array.from({ length: 500 }, () => call("search", { query: "x" })) });
      const { path } = await begin({ kind, maxOutput: 50_000 });
      const { run, steps } = await untilState(world.alice, path, "failed");
      expect(run.error?.message).toMatch(/too long/);
      expect(steps.length).toBeLessThan(10);
    });
  });

  it("an answer that never ends its line is not read beyond a limit, and counts in full", async () => {
    provider.instead = (_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const part = "x".repeat(1024 * 1024);
      const write = () => {
        while (!response.destroyed && response.write(part));
        if (!response.destroyed) response.once("drain", write);
      };
      response.write("data: ");
      write();
    };
    const { path } = await begin();
    const { run } = await untilState(world.alice, path, "failed");
    expect(run.error?.message).toMatch(/larger than allowed|not that of a model/);
    expect(run.usage.outputTokens).toBeGreaterThanOrEqual(1000);
  });

  it("a limit of cost needs a model with prices, also when a run is continued", async () => {
    const { id: modelId } = (await world.alice.post("/v1/models", modelBody(provider))).body.model;
    const plan = await newPlan(world.alice, "/v1/projects/alpha");
    const started = await startRun(world.alice, plan, { modelId, limits: { tokens: 1000 } });
    await untilState(world.alice, started.path, "paused");
    const answer = await world.alice.post(`${started.path}/continue`, { limits: { tokens: 9000, cost: 1 } });
    expect(outcome(answer)).toBe("400 invalid_request");
    expect(answer.body.error.details[0].path).toBe("/limits/cost");
  });

  it("proposals of the same ids in one answer are each kept once", async () => {
    const same = (at: number) =>
      Object.assign({ id: "call_0" }, call("propose_specs", { specs: [specOf(`s${at}`)] }));
    provider.script = inTurn([call("read_source", { source: "S1" })], [same(1), same(2)], [finish]);
    const { plan, path } = await begin();
    const { run } = await untilState(world.alice, path, "done");
    const at = `/v1/documents/${plan.id}/suggestions/${run.suggestionId}`;
    const { specs } = (await world.alice.get(at)).body.suggestion;
    expect(specs.map(({ ref }: { ref: string }) => ref)).toEqual(["s1", "s2"]);
  });
});
