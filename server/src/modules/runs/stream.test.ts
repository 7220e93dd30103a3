import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { startModelProvider } from "../../../test/model-provider.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { modelBody, startRun } from "./scene.test-support.ts";
import { call, inTurn } from "./scripts.test-support.ts";

const provider = await startModelProvider();
beforeEach(() => {
  provider.requests.length = 0;
  provider.script = () => ({ text: "word ".repeat(3000), wordMs: 50 });
});
afterAll(() => provider.close());

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" }, project: "Alpha" });
  const begin = async () => {
    const { id: modelId } = (await world.alice.post("/v1/models", modelBody(provider, { maxOutput: 8000 })))
      .body.model;
    const plan = await newPlan(world.alice, "/v1/projects/alpha");
    return { plan, ...(await startRun(world.alice, plan, { modelId })) };
  };
  /** Follows a run until it is left. */
  const follow = async (path: string) => {
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${world.alice.key}` };
    const url = `${path}/stream`;
    const request = { method: "GET", url, headers, payloadAsStream: true, signal: leaving.signal } as const;
    const reply = await world.app.inject(request);
    let text = "";
    const read = (async () => {
      for await (const part of reply.stream()) text += String(part);
    })().catch(() => {});
    return {
      status: reply.statusCode,
      headers: reply.headers,
      text: () => text,
      async leave() {
        leaving.abort();
        await read;
      },
      read,
    };
  };

  it("a credential follows 20 runs at once, beyond which it is 429 until one is left", async () => {
    const { path } = await begin();
    const followers = [];
    for (let n = 0; n < 20; n++) followers.push(await follow(path));
    expect(followers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const refused = await follow(path);
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("10");
    await refused.read;
    expect(JSON.parse(refused.text()).error.code).toBe("rate_limited");
    await followers[0]?.leave();
    await expect
      .poll(async () => {
        const next = await follow(path);
        await (next.status === 200 ? next.leave() : next.read);
        return next.status;
      })
      .toBe(200);
    expect(outcome(await world.alice.post(`${path}/stop`))).toBe("200");
    await Promise.all(followers.slice(1).map(({ read }) => read));
    expect(followers[1]?.text()).toContain("event: end");
  });

  it("what happens elsewhere sends a follower nothing, and each step comes once as it is", async () => {
    provider.script = async (request, n) => {
      if (n === 1) await sleep(800);
      return inTurn([call("search", { query: "x" })], [call("finish", { done: "Done." })])(request, n);
    };
    const { plan, path } = await begin();
    const follower = await follow(path);
    await expect.poll(() => follower.text()).toContain("Asking Scripted");
    for (let n = 0; n < 5; n++) await newSpec(world.alice, plan);
    await follower.read;
    const steps = [...follower.text().matchAll(/event: step\ndata: (.*)/g)].map(([, data]) => data ?? "");
    expect(new Set(steps).size).toBe(steps.length);
    const last = new Map(steps.map((step) => [JSON.parse(step).id, JSON.parse(step).title]));
    expect([...last.values()]).toEqual([
      "Called search",
      expect.stringContaining("Searched"),
      "Called finish",
      "Finished",
    ]);
    expect(follower.text()).toContain("event: end");
  });
});
