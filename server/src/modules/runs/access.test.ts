import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { startModelProvider } from "../../../test/model-provider.ts";
import { connectApp } from "../../../test/oauth/connected.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";
import { modelBody, readRun, startRun, untilState } from "./scene.test-support.ts";
import { call, inTurn } from "./scripts.test-support.ts";

const provider = await startModelProvider();
beforeEach(() => {
  provider.requests.length = 0;
  provider.script = inTurn([call("finish", { done: "Done." })]);
});
afterAll(() => provider.close());

const search = call("search", { query: "x" });

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" }, project: "Alpha" });
  const project = "/v1/projects/alpha";
  const body = { task: "draft", prompt: "" };
  const canUse = async (by: typeof world.alice, planId: string) =>
    (await by.get(`/v1/documents/${planId}`)).body.document.capabilities.canUseAgent;

  it("who could start a run is told so by the document, once there is a model", async () => {
    const plan = await newPlan(world.alice, project);
    expect(await canUse(world.alice, plan.id)).toBe(false);
    await world.alice.post("/v1/models", modelBody(provider, { scope: "workspace" }));
    const all = [world.alice, world.carol, world.vera];
    expect(await Promise.all(all.map((by) => canUse(by, plan.id)))).toEqual([true, true, false]);
    expect(await canUse(await world.reader(world.alice), plan.id)).toBe(false);
  });

  it("apps read runs and start, stop and answer none; the service's own command line does", async () => {
    const plan = await newPlan(world.alice, project);
    const { app } = await connectApp(world, world.alice);
    expect(await canUse(app, plan.id)).toBe(false);
    for (const path of ["runs", "runs/estimate"])
      expect(outcome(await app.post(`${plan.path}/${path}`, body))).toBe("403 forbidden");
    provider.script = inTurn([call("ask", { question: "Who?" })]);
    const { path } = await startRun(world.alice, plan);
    const { steps } = await untilState(world.alice, path, "waiting");
    expect((await readRun(app, path)).run.state).toBe("waiting");
    const answer = { stepId: steps.at(-1)?.id, text: "Guests." };
    expect(outcome(await app.post(`${path}/answer`, answer))).toBe("403 forbidden");
    expect(outcome(await app.post(`${path}/stop`))).toBe("403 forbidden");
    const { app: commandLine } = await connectApp(world, world.alice, "write", "groundplan-cli");
    expect(outcome(await commandLine.post(`${path}/stop`))).toBe("200");
    const { path: its } = await startRun(commandLine, plan);
    await untilState(world.alice, its, "waiting");
    await commandLine.post(`${its}/stop`);
  });

  it("a plan that moves below another root takes its runs along, but what the model was told is for readers of both", async () => {
    const { alice, bob, carol } = world;
    const share = (plan: { path: string }, { userId }: typeof alice) =>
      alice.put(`${plan.path}/shares/${userId}`, { capability: "READ" });
    const own = { visibility: "PRIVATE" };
    const [from, to] = [await newPlan(alice, project, own), await newPlan(alice, project, own)];
    await share(from, bob);
    await share(to, bob);
    await share(to, carol);
    const plan = await newPlan(alice, project, { parentPlanId: from.id });
    await alice.post(`${from.path}/context`, { title: "Pay", text: "Our secret margin is 40 percent." });
    provider.script = inTurn([call("read_source", { source: "S1" })], [call("finish", { done: "Done." })]);
    const { path } = await startRun(alice, plan);
    const { steps } = await untilState(alice, path, "done");
    const texts = `${path}/steps/${steps.findLast(({ kind }) => kind === "call")?.id}`;
    expect((await bob.get(texts)).body.request).toContain("secret margin");
    expect(outcome(await carol.get(texts))).toBe("404 not_found");
    expect(outcome(await alice.post(`${plan.path}/move`, { parentPlanId: to.id }))).toBe("200");
    const [shown, withheld] = [await bob.get(path), await carol.get(path)];
    expect(shown.body.steps.map(({ title }: { title: string }) => title)).toContain("Read S1: Pay");
    expect(withheld.body.steps).toHaveLength(shown.body.steps.length);
    expect(JSON.stringify(withheld.body.steps)).not.toMatch(/Pay|S1/);
    const followed = async ({ key }: typeof alice) => {
      const headers = { authorization: `Bearer ${key}` };
      return (await world.app.inject({ url: `${path}/stream`, headers })).body;
    };
    expect(await followed(bob)).toContain("Read S1: Pay");
    expect(await followed(carol)).toMatch(/^(?!.*(?:Pay|S1)).*Read something/s);
    expect(outcome(await carol.get(texts))).toBe("403 forbidden");
    expect((await bob.get(texts)).body.request).toContain("secret margin");
    await alice.delete(`${from.path}/shares/${bob.userId}`);
    expect(outcome(await bob.get(texts))).toBe("403 forbidden");
    expect(outcome(await alice.get(texts))).toBe("200");
    await alice.delete(from.path);
    expect(outcome(await alice.get(texts))).toBe("403 forbidden");
  });

  it("a starter who has left the workspace ends the run at its next step", async () => {
    const plan = await newPlan(world.alice, project);
    await world.alice.put(`${plan.path}/shares/${world.carol.userId}`, { capability: "EDIT" });
    provider.script = async (_request, n) => {
      if (n === 1) await world.alice.delete(`/v1/members/${world.carol.userId}`);
      return { calls: [search] };
    };
    const { path } = await startRun(world.carol, plan);
    const { run } = await untilState(world.alice, path, "failed");
    expect(run.error).toMatchObject({ code: "no_right", message: expect.stringContaining("has left") });
    expect(provider.requests).toHaveLength(1);
  });

  it("switching the agent off pauses a run before its next call, and switching it on lets it be continued", async () => {
    const plan = await newPlan(world.alice, project);
    provider.script = async (_request, n) => {
      if (n > 1) return { calls: [call("finish", { done: "Done." })] };
      await world.alice.patch("/v1/workspace", { agentTokensPerDay: 0 });
      return { calls: [search] };
    };
    const { path } = await startRun(world.alice, plan);
    const { run } = await untilState(world.alice, path, "paused");
    expect(run.error).toMatchObject({ code: "ceiling", message: expect.stringContaining("switched off") });
    expect(run.error?.until).toBeUndefined();
    await world.alice.patch("/v1/workspace", { agentTokensPerDay: 5_000_000 });
    expect(outcome(await world.alice.post(`${path}/continue`, {}))).toBe("200");
    await untilState(world.alice, path, "done");
  });
});
