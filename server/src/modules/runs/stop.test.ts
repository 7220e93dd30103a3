import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { startModelProvider } from "../../../test/model-provider.ts";
import { withRows } from "../../../test/own-connection.ts";
import { at, secondProcess } from "../../../test/second-process.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan } from "../plans/scene.test-support.ts";
import { modelBody, readRun, startRun, untilState } from "./scene.test-support.ts";

const provider = await startModelProvider();
beforeEach(() => {
  provider.requests.length = 0;
  provider.script = () => ({ text: "word ".repeat(3000), wordMs: 50 });
});
afterAll(() => provider.close());

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" }, project: "Alpha" });

  const project = "/v1/projects/alpha";

  it.each(["the process that makes the call", "another process"])(
    "stopping in %s closes the provider's socket, no call follows, and the call counts in full",
    async (where) => {
      const other = where === "another process" ? await secondProcess(world) : null;
      const body = modelBody(provider, { maxOutput: 8000 });
      const { id: modelId } = (await world.alice.post("/v1/models", body)).body.model;
      const plan = await newPlan(world.alice, project);
      const { path } = await startRun(world.alice, plan, { modelId });
      await expect.poll(() => provider.requests.length).toBe(1);
      const stopped = await (other ? at(other, world.alice) : world.alice).post(`${path}/stop`);
      expect(stopped.body.run.state).toBe("stopped");
      await provider.requests[0]?.closed;
      await sleep(500);
      expect(provider.requests).toHaveLength(1);
      const { run, steps } = await readRun(world.alice, path);
      expect(run).toEqual(stopped.body.run);
      expect((await world.alice.post(`${path}/stop`)).body.run).toEqual(run);
      expect(run.usage.outputTokens).toBeGreaterThanOrEqual(8000);
      expect(steps.map(({ title }) => title)).toEqual(["Stopped during this call"]);
      await other?.close();
    },
  );

  it.each(["the process that makes the call", "another process"])(
    "deleting a plan in %s closes the provider's socket, and the call stays spent in full",
    async (where) => {
      const other = where === "another process" ? await secondProcess(world) : null;
      const body = modelBody(provider, { maxOutput: 8000, prices: { input: 3, output: 15 } });
      const { id: modelId } = (await world.alice.post("/v1/models", body)).body.model;
      const spent = async () =>
        (await world.alice.get("/v1/models/usage")).body.usage.find(
          (row: { model: { id: string } }) => row.model.id === modelId,
        );
      const counted = () =>
        withRows(world, (db) =>
          db
            .selectFrom("token_ceilings")
            .select(({ fn }) => fn.max("used").as("used"))
            .executeTakeFirst(),
        );
      const before = Number((await counted())?.used ?? 0);
      const root = await newPlan(world.alice, project);
      const plan = await newPlan(world.alice, project, { parentPlanId: root.id });
      await startRun(world.alice, plan, { modelId });
      await expect.poll(() => provider.requests.length).toBe(1);
      // Booked by now, so that a kill between the deletion and the end of the call loses nothing.
      const during = await spent();
      expect(during).toMatchObject({ outputTokens: 8000 });
      expect(during.cost.amount).toBe((during.inputTokens * 3 + 8000 * 15) / 1e6);
      const began = Date.now();
      const deleted = await (other ? at(other, world.alice) : world.alice).delete(root.path);
      expect(deleted.body).toEqual({ deleted: true });
      await provider.requests[0]?.closed;
      expect(Date.now() - began).toBeLessThan(5000);
      await sleep(500);
      expect(provider.requests).toHaveLength(1);
      expect(await spent()).toEqual(during);
      expect(Number((await counted())?.used)).toBe(before + during.inputTokens + 8000);
      await other?.close();
    },
  );

  it("a run of a plan that was archived meanwhile can be stopped, and ends at its next step otherwise", async () => {
    const body = modelBody(provider, { maxOutput: 8000 });
    const { id: modelId } = (await world.alice.post("/v1/models", body)).body.model;
    const [stopped, left] = [await newPlan(world.alice, project), await newPlan(world.alice, project)];
    const { path } = await startRun(world.alice, stopped, { modelId });
    await expect.poll(() => provider.requests.length).toBe(1);
    await world.alice.post(`${stopped.path}/archive`);
    expect((await world.alice.post(`${path}/stop`)).body.run.state).toBe("stopped");
    await provider.requests[0]?.closed;
    provider.script = async () => {
      await world.alice.post(`${left.path}/archive`);
      return { calls: [{ name: "search", input: { query: "x" } }] };
    };
    const other = await startRun(world.alice, left, { modelId });
    const { run } = await untilState(world.alice, other.path, "failed");
    expect(run.error).toMatchObject({ code: "no_right", message: expect.stringContaining("is archived") });
    expect(provider.requests).toHaveLength(2);
  });
});
