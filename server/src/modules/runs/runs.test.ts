import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type ModelProvider, startModelProvider, type Turn } from "../../../test/model-provider.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";
import { modelBody, startRun, untilState } from "./scene.test-support.ts";

let provider: ModelProvider;
beforeAll(async () => {
  provider = await startModelProvider();
});
beforeEach(() => {
  provider.requests.length = 0;
  provider.script = null;
  provider.instead = null;
});
afterAll(() => provider.close());

const long: Turn = { text: "word ".repeat(400), wordMs: 20 };
const unknown: Turn = { calls: [{ name: "push_plan", input: {} }], usage: { input: 100, output: 10 } };

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" }, project: "Alpha" });
  const project = "/v1/projects/alpha";
  const addModel = async (more: object = {}) => {
    const answer = await world.alice.post("/v1/models", modelBody(provider, more));
    expect(outcome(answer)).toBe("201");
    return answer.body.model;
  };

  it("without a model no run starts, and the error says so", async () => {
    const plan = await newPlan(world.bob, project);
    const body = { task: "draft", prompt: "" };
    expect(outcome(await world.bob.post(`${plan.path}/runs`, body))).toBe("409 no_model");
    const named = { ...body, modelId: "operator" };
    const unknown = await world.bob.post(`${plan.path}/runs`, named);
    expect(outcome(unknown)).toBe("404 not_found");
    expect(unknown.body.error.details[0].path).toBe("/modelId");
  });

  it("who can't edit the plan starts no run, and who can't read it finds none", async () => {
    await addModel({ scope: "workspace" });
    const plan = await newPlan(world.alice, project, { visibility: "PRIVATE" });
    const { path } = await startRun(world.alice, plan);
    await untilState(world.alice, path, "failed");
    for (const other of [world.bob, world.vera, world.mallory]) {
      expect(outcome(await other.post(`${plan.path}/runs`, { task: "draft", prompt: "" }))).toBe(
        "404 not_found",
      );
      for (const address of [path, `${plan.path}/runs`, `${path}/stream`])
        expect(outcome(await other.get(address))).toBe("404 not_found");
      expect(outcome(await other.post(`${path}/stop`))).toBe("404 not_found");
    }
    const team = await newPlan(world.alice, project);
    const asViewer = await world.vera.post(`${team.path}/runs`, { task: "draft", prompt: "" });
    expect(outcome(asViewer)).toBe("403 forbidden");
  });

  it("a model that calls no tool is told so once; then the run fails in words", async () => {
    const { id: modelId } = await addModel();
    const plan = await newPlan(world.alice, project);
    const { path } = await startRun(world.alice, plan, { modelId });
    const { run, steps } = await untilState(world.alice, path, "failed");
    expect(provider.requests).toHaveLength(2);
    expect(run.error).toMatchObject({ code: "answer" });
    expect(run.usage).toEqual({ inputTokens: 24, outputTokens: 6 });
    expect(steps.map(({ kind, tokens }) => [kind, tokens])).toEqual([
      ["call", 15],
      ["problem", 0],
      ["call", 15],
    ]);
    const usage = (await world.alice.get("/v1/models/usage")).body.usage;
    expect(usage).toContainEqual(expect.objectContaining({ inputTokens: 24, outputTokens: 6 }));
  });

  it("what a run cost is the sum of its calls in the service's currency, as its person's spending is", async () => {
    const { id: modelId } = await addModel({ prices: { input: 0.1, output: 0.3 } });
    const plan = await newPlan(world.alice, project);
    const body = { task: "draft", prompt: "", modelId };
    const estimate = (await world.alice.post(`${plan.path}/runs/estimate`, body)).body;
    expect(estimate).toMatchObject({ cost: Math.ceil(estimate.inputTokens * 0.1) / 1e6, currency: "USD" });
    const { path } = await startRun(world.alice, plan, { modelId });
    const { run } = await untilState(world.alice, path, "failed");
    const cost = (2 * Math.ceil(12 * 0.1 + 3 * 0.3)) / 1e6;
    expect(run.usage).toEqual({ inputTokens: 24, outputTokens: 6, cost, currency: "USD" });
    const { usage } = (await world.alice.get("/v1/models/usage")).body;
    expect(usage).toContainEqual(expect.objectContaining({ cost: { amount: cost, currency: "USD" } }));
  });

  it("a tool that doesn't exist is told once; then the run fails in words", async () => {
    const { id: modelId } = await addModel();
    provider.script = () => unknown;
    const plan = await newPlan(world.alice, project);
    const { path } = await startRun(world.alice, plan, { modelId });
    const { run } = await untilState(world.alice, path, "failed");
    expect(run.error).toMatchObject({ code: "answer" });
    expect(provider.requests).toHaveLength(2);
    expect(provider.requests[1]?.text).toContain("There is no such tool");
  });

  it("each request is shown byte for byte, without the key", async () => {
    const { id: modelId } = await addModel();
    provider.script = () => unknown;
    const plan = await newPlan(world.alice, project);
    const { path } = await startRun(world.alice, plan, { modelId, prompt: 'Größe 😀 \\ "quoted"' });
    const { steps } = await untilState(world.alice, path, "failed");
    const shown = [];
    for (const { id, kind } of steps) {
      const { body } = await world.alice.get(`${path}/steps/${id}`);
      if (kind === "call") shown.push(body.request);
      expect(JSON.stringify(body)).not.toContain("sk-secret-of-runs");
    }
    expect(shown).toEqual(provider.requests.map(({ text }) => text));
  });

  it("one run of a person works on a plan at a time, and four in a workspace", async () => {
    const { id: modelId } = await addModel();
    provider.script = () => long;
    const plans = [];
    for (let n = 0; n < 5; n++) plans.push(await newPlan(world.alice, project));
    const started = [];
    for (const plan of plans.slice(0, 4)) started.push(await startRun(world.alice, plan, { modelId }));
    for (const plan of plans.slice(0, 5)) {
      const refused = await world.alice.post(`${plan.path}/runs`, { task: "draft", prompt: "", modelId });
      expect(outcome(refused)).toBe("409 too_many_runs");
    }
    const again = { task: "draft", prompt: "", modelId };
    const { error } = (await world.alice.post(`${plans[0]?.path}/runs`, again)).body;
    expect(`/v1${error.message.split(" stop it at ")[1]}`).toBe(started[0]?.path);
    for (const { path } of started) await world.alice.post(`${path}/stop`);
  });

  it("a run pauses at its limit, says what it would take, and is continued with more", async () => {
    const { id: modelId } = await addModel();
    provider.script = () => unknown;
    const plan = await newPlan(world.alice, project);
    const { path } = await startRun(world.alice, plan, { modelId, limits: { tokens: 1000 } });
    const { run } = await untilState(world.alice, path, "paused");
    expect(provider.requests).toHaveLength(0);
    expect(run.error).toMatchObject({ code: "limit", which: "tokens" });
    expect(run.error?.needed).toBeGreaterThan(1000);
    const continued = await world.alice.post(`${path}/continue`, { limits: { tokens: 50_000 } });
    expect(outcome(continued)).toBe("200");
    await untilState(world.alice, path, "failed");
    expect(outcome(await world.alice.post(`${path}/continue`, {}))).toBe("409 not_paused");
  });

  it("a workspace's ceiling of a day pauses its runs, and none is exceeded", async () => {
    const { id: modelId } = await addModel();
    expect(outcome(await world.bob.patch("/v1/workspace", { agentTokensPerDay: 1 }))).toBe("403 forbidden");
    const before = (await world.alice.get("/v1/workspace")).body.workspace.agentTokensPerDay;
    expect(before).toBe(5_000_000);
    await world.alice.patch("/v1/workspace", { agentTokensPerPersonPerDay: 10 });
    const plan = await newPlan(world.alice, project);
    const { path } = await startRun(world.alice, plan, { modelId });
    const { run } = await untilState(world.alice, path, "paused");
    expect(run.error).toMatchObject({ code: "ceiling", which: "person" });
    expect(run.error?.until).toMatch(/T00:00:00/);
    expect(provider.requests).toHaveLength(0);
    await world.alice.patch("/v1/workspace", { agentTokensPerPersonPerDay: 0 });
    const other = await newPlan(world.alice, project);
    const off = await world.alice.post(`${other.path}/runs`, { task: "draft", prompt: "", modelId });
    expect(outcome(off)).toBe("403 forbidden");
    await world.alice.patch("/v1/workspace", { agentTokensPerPersonPerDay: 1_000_000 });
  });

  it.each([
    [401, "{}", /accept the key/],
    [402, "{}", /nothing left to spend/],
    [404, "{}", /knows no such model.+ doesn't end in \/v1/],
    [429, `{"error":{"message":"x","code":"insufficient_quota"}}`, /nothing left to spend.+\(429\)/],
  ])(
    "the provider's status %i with %s ends the run with the setting to look at, and costs nothing",
    async (status, body, words) => {
      const { id: modelId } = await addModel({ baseUrl: provider.url.replace(/1$/, "2") });
      provider.instead = (_, response) => void response.writeHead(status).end(body);
      const plan = await newPlan(world.alice, project);
      const { path } = await startRun(world.alice, plan, { modelId });
      const { run } = await untilState(world.alice, path, "failed");
      expect(run.error?.message).toMatch(words);
      expect(run.usage).toEqual({ inputTokens: 0, outputTokens: 0 });
      expect(provider.requests).toHaveLength(1);
    },
  );

  it("a busy provider is waited for visibly, by its Retry-After", async () => {
    const { id: modelId } = await addModel();
    provider.instead = (_, response) => {
      provider.instead = null;
      response.writeHead(429, { "retry-after": "1" }).end("{}");
    };
    const plan = await newPlan(world.alice, project);
    const { path } = await startRun(world.alice, plan, { modelId });
    const { steps } = await untilState(world.alice, path, "failed");
    expect(steps[0]).toMatchObject({
      kind: "problem",
      title: "Waiting 1 s, as the provider asks",
      tokens: 0,
    });
  });

  it("a call that breaks off is repeated once, and counts in full", async () => {
    const { id: modelId } = await addModel();
    provider.instead = (_, response) => void response.writeHead(500).end("{}");
    const plan = await newPlan(world.alice, project);
    const { path } = await startRun(world.alice, plan, { modelId });
    const { run, steps } = await untilState(world.alice, path, "failed");
    expect(provider.requests).toHaveLength(2);
    expect(run.error).toMatchObject({ code: "model" });
    expect(run.usage.outputTokens).toBeGreaterThanOrEqual(2000);
    expect(steps.map(({ kind }) => kind)).toEqual(["problem", "problem"]);
  });

  it("a starter who lost the right ends the run at its next step", async () => {
    const { id: modelId } = await addModel({ scope: "workspace" });
    const plan = await newPlan(world.alice, project, { visibility: "PRIVATE" });
    await world.alice.put(`${plan.path}/shares/${world.bob.userId}`, { capability: "EDIT" });
    provider.script = async () => {
      await world.alice.put(`${plan.path}/shares/${world.bob.userId}`, { capability: "READ" });
      return unknown;
    };
    const { path } = await startRun(world.bob, plan, { modelId });
    const { run } = await untilState(world.alice, path, "failed");
    expect(run.error).toMatchObject({ code: "no_right" });
    expect(provider.requests).toHaveLength(1);
  });
});
