import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { startModelProvider } from "../../../../test/model-provider.ts";
import { withRows } from "../../../../test/own-connection.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { newPlan, outcome } from "../../plans/scene.test-support.ts";
import { modelBody, operatorModel, startRun, untilState } from "../scene.test-support.ts";
import { call, inTurn } from "../scripts.test-support.ts";

const provider = await startModelProvider();
const slow = () => ({ text: "word ".repeat(3000), wordMs: 50 });
beforeEach(() => {
  provider.requests.length = 0;
  provider.script = inTurn([call("finish", { done: "Done." })]);
});
afterAll(() => provider.close());

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: operatorModel(provider), project: "Alpha" });
  const project = "/v1/projects/alpha";

  it("a run without a named model takes the newest of the person's own, the workspace's, the operator's", async () => {
    const { alice, carol } = world;
    const taken = async (by: typeof alice) => {
      const { run, path } = await startRun(by, await newPlan(by, project));
      await untilState(by, path, "done");
      return run.model;
    };
    expect(await taken(carol)).toEqual({ name: "scripted", scope: "operator" });
    const add = (by: typeof alice, name: string, more: object) =>
      by.post("/v1/models", modelBody(provider, { name, ...more }));
    await add(alice, "Team", { scope: "workspace" });
    await add(alice, "Newer team", { scope: "workspace" });
    expect(await taken(carol)).toEqual({ name: "Newer team", scope: "workspace" });
    await add(carol, "Own", {});
    await add(carol, "Newer own", {});
    await add(alice, "Newest team", { scope: "workspace" });
    const { body } = await add(carol, "Without a key", { kind: "anthropic" });
    await carol.patch(`/v1/models/${body.model.id}`, { baseUrl: "http://127.0.0.1:1/v1" });
    expect(await taken(carol)).toEqual({ name: "Newer own", scope: "person" });
    expect(await taken(alice)).toEqual({ name: "Newest team", scope: "workspace" });
  });

  it("a model of another person is 404 for a run and its estimate, at its field", async () => {
    const { id: modelId } = (await world.carol.post("/v1/models", modelBody(provider))).body.model;
    const plan = await newPlan(world.alice, project);
    for (const path of ["runs", "runs/estimate"]) {
      const answer = await world.alice.post(`${plan.path}/${path}`, { task: "draft", prompt: "", modelId });
      expect(outcome(answer)).toBe("404 not_found");
      expect(answer.body.error.details[0].path).toBe("/modelId");
    }
  });

  it.each([
    ["tokens", 999],
    ["tokens", 5_000_001],
    ["minutes", 0],
    ["minutes", 61],
    ["steps", 0],
    ["steps", 101],
    ["cost", 0],
    ["cost", 1_000_001],
  ])("a limit of %s of %d is refused at its field, at a start and a continuation", async (name, value) => {
    const plan = await newPlan(world.alice, project);
    const limits = { [name]: value };
    const started = await world.alice.post(`${plan.path}/runs`, { task: "draft", prompt: "", limits });
    const continued = await world.alice.post(`${plan.path}/runs/unknown/continue`, { limits });
    for (const answer of [started, continued]) {
      expect(outcome(answer)).toBe("400 invalid_request");
      expect(answer.body.error.details[0].path).toBe(`/limits/${name}`);
    }
  });

  it("an owner of the plan stops another's run, and who may only edit it does not", async () => {
    const { alice, bob, carol } = world;
    provider.script = slow;
    const plan = await newPlan(alice, project, { visibility: "PRIVATE" });
    for (const { userId } of [bob, carol])
      await alice.put(`${plan.path}/shares/${userId}`, { capability: "EDIT" });
    const { path } = await startRun(bob, plan, { modelId: "operator" });
    await expect.poll(() => provider.requests.length).toBe(1);
    expect(outcome(await carol.post(`${path}/stop`))).toBe("403 forbidden");
    const stopped = await alice.post(`${path}/stop`);
    expect(stopped.body.run).toMatchObject({ state: "stopped", startedBy: { userId: bob.userId } });
    await provider.requests[0]?.closed;
  });

  it("a call of a deleted plan is ended, and nothing of its run is left", async () => {
    provider.script = slow;
    const plan = await newPlan(world.alice, project);
    const { run, path } = await startRun(world.alice, plan, { modelId: "operator" });
    await expect.poll(() => provider.requests.length).toBe(1);
    expect(outcome(await world.alice.delete(plan.path))).toBe("200");
    await provider.requests[0]?.closed;
    expect(outcome(await world.alice.get(path))).toBe("404 not_found");
    const left = await withRows(world, (db) =>
      db.selectFrom("run_steps").select("n").where("run_id", "=", run.id).execute(),
    );
    expect(left).toEqual([]);
    expect(provider.requests).toHaveLength(1);
  });
});
