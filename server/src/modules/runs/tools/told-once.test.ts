import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { startModelProvider } from "../../../../test/model-provider.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { newPlan } from "../../plans/scene.test-support.ts";
import { modelBody, startRun, untilState } from "../scene.test-support.ts";
import { call, inTurn, specOf, words } from "../scripts.test-support.ts";

const provider = await startModelProvider();
beforeEach(() => {
  provider.requests.length = 0;
  provider.script = null;
});
afterAll(() => provider.close());

const finish = call("finish", { done: "Done." });

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" }, project: "Alpha" });
  const models: Record<string, string> = {};
  beforeAll(async () => {
    for (const kind of ["anthropic", "openai-compatible"])
      models[kind] = (await world.alice.post("/v1/models", modelBody(provider, { kind }))).body.model.id;
  });
  const begin = async (kind = "openai-compatible") => {
    const plan = await newPlan(world.alice, "/v1/projects/alpha");
    await world.alice.post(`${plan.path}/context`, { title: "Interview", text: words });
    return startRun(world.alice, plan, { modelId: models[kind] });
  };

  describe.each(["anthropic", "openai-compatible"])("the wire %s", (kind) => {
    it("a third equal call is told to the model once; then the run fails in words", async () => {
      provider.script = () => ({ calls: [call("search", { query: "cards" })] });
      const { path } = await begin(kind);
      const { run } = await untilState(world.alice, path, "failed");
      expect(run.error).toMatchObject({
        code: "answer",
        message: expect.stringContaining("repeated a call"),
      });
      expect(provider.requests).toHaveLength(4);
      expect(provider.requests[2]?.text).not.toContain("You have made this call before");
      expect(provider.requests[3]?.text).toContain("You have made this call before");
    });

    it("arguments that are no JSON are told to the model once; then the run fails in words", async () => {
      provider.script = () => ({ calls: [{ name: "search", input: '{"query": "car' }] });
      const { path } = await begin(kind);
      const { run } = await untilState(world.alice, path, "failed");
      expect(run.error).toMatchObject({ code: "answer", message: expect.stringContaining("no JSON") });
      expect(provider.requests).toHaveLength(2);
      expect(provider.requests[1]?.text).toContain("The arguments are no JSON object");
    });

    it("arguments that are nested too deeply are refused; given again and again, the run fails in words", async () => {
      const deep = `{"query":${"[".repeat(5000)}${"]".repeat(5000)}}`;
      provider.script = () => ({ calls: [{ name: "search", input: deep }] });
      const { path } = await begin(kind);
      const { run } = await untilState(world.alice, path, "failed");
      expect(run.error).toMatchObject({ code: "answer" });
    });

    it("a call whose id holds half a surrogate pair is made once", async () => {
      const odd = { name: "search", input: '{"query":"cards"}', id: "call_\ud800" };
      provider.script = inTurn([odd], [finish]);
      const { path } = await begin(kind);
      await untilState(world.alice, path, "done");
      expect(provider.requests).toHaveLength(2);
    });

    it("a model that mends a fault that it was told of goes on", async () => {
      provider.script = inTurn(
        [{ name: "search", input: "cards" }],
        [call("search", { query: "cards" })],
        [finish],
      );
      const { path } = await begin(kind);
      await untilState(world.alice, path, "done");
    });
  });

  it("a run proposes 12 specs at most, however many calls it makes", async () => {
    const specs = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => specOf(`s${from + n}`));
    provider.script = inTurn(
      [call("read_source", { source: "S1" })],
      [call("propose_specs", { specs: specs(0, 8) })],
      [call("propose_specs", { specs: specs(8, 13) })],
      [call("propose_specs", { specs: specs(8, 12) })],
      [call("propose_specs", { specs: specs(12, 13) })],
      [finish],
    );
    const { run: started, path } = await begin();
    const { run, steps } = await untilState(world.alice, path, "done");
    expect(steps.filter(({ kind }) => kind === "propose").map(({ title }) => title)).toEqual([
      "Proposed 8 specs",
      "Refused: propose_specs",
      "Proposed 4 specs",
      "Refused: propose_specs",
    ]);
    expect(provider.requests.at(-1)?.text).toContain("at most 12 specs, and these would be 13");
    const plan = (await world.alice.get(`/v1/plans/${started.planShortId}`)).body.plan;
    const at = `/v1/documents/${plan.id}/suggestions/${run.suggestionId}`;
    expect((await world.alice.get(at)).body.suggestion.specs).toHaveLength(12);
  });
});
