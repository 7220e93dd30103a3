import type { ServerResponse } from "node:http";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { startModelProvider } from "../../../test/model-provider.ts";
import { setUpWorld } from "../../../test/world.ts";
import { newPlan } from "../plans/scene.test-support.ts";
import { modelBody, readRun, startRun, untilState } from "./scene.test-support.ts";

const provider = await startModelProvider();
beforeEach(() => {
  provider.requests.length = 0;
});
afterAll(() => provider.close());

const stream = (response: ServerResponse) => response.writeHead(200, { "content-type": "text/event-stream" });

/** Faults of a provider, and the words in which a run ends by them. */
const faults: [string, (response: ServerResponse) => void, RegExp][] = [
  ["ends before its first word", (response) => void stream(response).end(), /not that of a model|broke off/],
  [
    "ends in the middle of a line",
    (response) => void stream(response).end('data: {"id":"x","cho'),
    /not that of a model/,
  ],
  ["sends no JSON", (response) => void stream(response).end("data: not json\n\n"), /not that of a model/],
  [
    "closes the connection",
    (response) => {
      stream(response).write(": hello\n\n");
      setTimeout(() => response.destroy(), 20);
    },
    /ended without a complete HTTP answer|broke off/,
  ],
  ["fails", (response) => void response.writeHead(500).end("oops"), /try again later/],
  [
    "leads elsewhere",
    (response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
    /leads elsewhere/,
  ],
  ["forbids the model", (response) => void response.writeHead(403).end("{}"), /does not let this key/],
  ["finds the request too large", (response) => void response.writeHead(413).end("{}"), /contextTokens/],
];

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" }, project: "Alpha" });

  describe.each(["anthropic", "openai-compatible"])("the wire %s", (kind) => {
    it.each(faults)(
      "a provider that %s ends the run in a sentence that says what to do",
      async (_what, fault, words) => {
        const { body } = await world.alice.post("/v1/models", modelBody(provider, { kind }));
        provider.instead = (_request, response) => fault(response);
        const plan = await newPlan(world.alice, "/v1/projects/alpha");
        const { path } = await startRun(world.alice, plan, { modelId: body.model.id });
        const { run } = await untilState(world.alice, path, "failed");
        expect(run.error).toMatchObject({ code: "model", message: expect.stringMatching(words) });
        expect(provider.requests.length).toBeLessThanOrEqual(2);
        await world.alice.delete(`/v1/models/${body.model.id}`);
      },
    );

    it("a web page in place of an answer ends the run at once, and nothing is counted", async () => {
      const { body } = await world.alice.post("/v1/models", modelBody(provider, { kind }));
      provider.instead = (_request, response) =>
        void response.writeHead(200, { "content-type": "text/html" }).end("<p>Hi</p>");
      const plan = await newPlan(world.alice, "/v1/projects/alpha");
      const { path } = await startRun(world.alice, plan, { modelId: body.model.id });
      const { run } = await untilState(world.alice, path, "failed");
      expect(run.error).toMatchObject({ code: "model", message: expect.stringMatching(/web page.*baseUrl/) });
      expect(run.usage).toMatchObject({ inputTokens: 0, outputTokens: 0 });
      expect(provider.requests).toHaveLength(1);
    });

    it.runIf(process.env.LONG)(
      "a provider that says nothing for a minute, twice, ends the run in such a sentence",
      async () => {
        const { body } = await world.alice.post("/v1/models", modelBody(provider, { kind }));
        provider.instead = (_request, response) => void stream(response).write(": hello\n\n");
        const plan = await newPlan(world.alice, "/v1/projects/alpha");
        const { path } = await startRun(world.alice, plan, { modelId: body.model.id });
        await expect
          .poll(async () => (await readRun(world.alice, path)).run.state, {
            timeout: 200_000,
            interval: 1000,
          })
          .toBe("failed");
        const { run } = await readRun(world.alice, path);
        expect(run.error?.message).toMatch(/did not answer in time|broke off|later/i);
      },
      240_000,
    );
  });
});
