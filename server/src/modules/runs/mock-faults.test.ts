import { type Fixture, LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { half } from "../../../test/half.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan } from "../plans/scene.test-support.ts";
import { modelBody, startRun, untilState } from "./scene.test-support.ts";

const text = { content: "I will read the sources first, and then propose what they say. ".repeat(5) };
const finish = { toolCalls: [{ name: "finish", arguments: '{"done":"Read all of it, slowly."}' }] };

interface Fault {
  /** The provider's name of the model that has it. */
  model: string;
  fixture: Omit<Fixture, "match">;
  state: "failed" | "paused" | "done";
  says: RegExp;
  calls: number;
}

const brokeOff = { state: "failed", says: /broke off|complete HTTP answer/, calls: 2 } as const;

/** Faults of a provider that was made by others. */
const faults: Fault[] = [
  {
    model: "status-429",
    fixture: { response: { error: { message: "slow down" }, status: 429, retryAfter: 120 } },
    state: "paused",
    says: /asks to slow down.*Try again later/,
    calls: 1,
  },
  {
    model: "status-500",
    fixture: { response: { error: { message: "oops" }, status: 500 } },
    state: "failed",
    says: /disturbance; try again later/,
    calls: 2,
  },
  Object.assign({ model: "cut", fixture: { response: text, truncateAfterChunks: 2 } }, brokeOff),
  Object.assign(
    {
      model: "cut-later",
      fixture: { response: text, disconnectAfterMs: 60, chunkSize: 3, streamingProfile: { tps: 20 } },
    },
    brokeOff,
  ),
  Object.assign({ model: "closed", fixture: { response: text, chaos: { disconnectRate: 1 } } }, brokeOff),
  {
    model: "malformed",
    fixture: { response: text, chaos: { malformedRate: 1 } },
    state: "failed",
    says: /not that of a model.*Check `baseUrl`/,
    calls: 2,
  },
  {
    model: "empty",
    fixture: { response: { content: "" } },
    state: "failed",
    says: /answered twice without doing anything.*use another model/,
    calls: 2,
  },
  {
    model: "slow",
    fixture: { response: finish, latency: 300, chunkSize: 1, streamingProfile: { ttft: 200, tps: 50 } },
    state: "done",
    says: /Read all of it, slowly/,
    calls: 1,
  },
];

const mock = new LLMock({ port: 0, host: "127.0.0.1" });
beforeAll(async () => {
  for (const { model, fixture } of faults) mock.addFixture({ match: { model }, ...fixture });
  await mock.start();
});
afterAll(() => mock.stop());

const callsOf = (model: string) => mock.getRequests().filter(({ body }) => body?.model === model).length;

/** Runs that work in a workspace at once. */
const together = 4;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" }, project: "Alpha" });

  describe.each(["anthropic", "openai-compatible"].entries().toArray())("wire %i, %s", (turn, kind) => {
    const sampled = half(faults, create, turn);

    it("faults of a provider that others made end in words that say what to do, and slow bytes in the end of the work", async () => {
      const { alice } = world;
      for (let n = 0; n < sampled.length; n += together)
        await Promise.all(
          sampled.slice(n, n + together).map(async ({ model, state, says, calls }) => {
            const body = modelBody({ url: `${mock.url}/v1` }, { kind, model });
            const { id: modelId } = (await alice.post("/v1/models", body)).body.model;
            const plan = await newPlan(alice, "/v1/projects/alpha");
            const before = callsOf(model);
            const { path } = await startRun(alice, plan, { modelId, limits: { minutes: 1 } });
            const { run, steps } = await untilState(alice, path, state);
            expect(run.error?.message ?? steps.at(-1)?.detail, model).toMatch(says);
            expect(callsOf(model) - before, model).toBe(calls);
            await alice.post(`${path}/stop`);
          }),
        );
    });
  });
});
