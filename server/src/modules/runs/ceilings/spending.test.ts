import type { ServerResponse } from "node:http";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { startModelProvider } from "../../../../test/model-provider.ts";
import { withRows } from "../../../../test/own-connection.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { unavailable } from "../../../dispatch/serialized-error.ts";
import { newPlan, outcome } from "../../plans/scene.test-support.ts";
import { modelBody, readRun, startRun, untilState } from "../scene.test-support.ts";
import { call, inTurn } from "../scripts.test-support.ts";

const provider = await startModelProvider();
beforeEach(() => {
  provider.requests.length = 0;
  provider.script = finishes;
  provider.instead = null;
});
afterAll(() => provider.close());

const finishes = inTurn([call("finish", { done: "Done." })]);
const prices = { input: 3, output: 15 };

type Kind = "anthropic" | "openai-compatible";

/** Errors that providers tell within a stream, by wire. */
const told: [Kind, string, object[], boolean][] = [
  ["openai-compatible", "a code", [{ error: { code: 429, message: "slow" } }], false],
  ["openai-compatible", "a code alone", [{ error: { code: "429" } }], false],
  [
    "openai-compatible",
    "an error beside its choices",
    [{ choices: [{ delta: { content: "" }, finish_reason: "error" }], error: { code: 529, message: "x" } }],
    false,
  ],
  [
    "openai-compatible",
    "a type after its first words",
    [
      { choices: [{ delta: { role: "assistant", content: "Let me " } }] },
      { error: { type: "rate_limit_error", message: "slow" } },
    ],
    true,
  ],
  [
    "anthropic",
    "an error at once",
    [{ type: "error", error: { type: "overloaded_error", message: "x" } }],
    false,
  ],
  [
    "anthropic",
    "an error after its first words",
    [
      {
        type: "message_start",
        message: {
          id: "msg_1",
          type: "message",
          role: "assistant",
          model: "m",
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 12, output_tokens: 1 },
        },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Let me " } },
      { type: "error", error: { type: "overloaded_error", message: "x" } },
    ],
    true,
  ],
];

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" }, project: "Alpha" });
  const addModel = async (more: object = {}): Promise<string> =>
    (await world.alice.post("/v1/models", modelBody(provider, more))).body.model.id;
  const begin = async (modelId: string, limits: object = {}) => {
    const plan = await newPlan(world.alice, "/v1/projects/alpha");
    return startRun(world.alice, plan, { modelId, limits });
  };
  const callsOf = (runId: string) =>
    withRows(world, (db) =>
      db.selectFrom("runs").select("calls").where("id", "=", runId).executeTakeFirstOrThrow(),
    );

  it("a call that is stopped costs at most what was checked against the run's limit", async () => {
    provider.script = () => ({ text: "word ".repeat(3000), wordMs: 50 });
    const modelId = await addModel({ prices });
    const { path } = await begin(modelId, { cost: 0.0001 });
    const { run: paused } = await untilState(world.alice, path, "paused");
    expect(paused.error).toMatchObject({ code: "limit", which: "cost" });
    const cost = paused.error?.needed ?? 0;
    expect(outcome(await world.alice.post(`${path}/continue`, { limits: { cost } }))).toBe("200");
    await expect.poll(() => provider.requests.length).toBe(1);
    await world.alice.post(`${path}/stop`);
    const { run } = await readRun(world.alice, path);
    expect(run.usage.outputTokens).toBe(1000);
    expect(run.usage.cost).toBe((run.usage.inputTokens * 3 + 1000 * 15) / 1e6);
    expect(run.usage.cost).toBeLessThanOrEqual(cost);
  });

  it("what the provider wrote to its cache costs a quarter more, in the run and in what was spent", async () => {
    provider.script = () => ({
      calls: [call("finish", { done: "Done." })],
      usage: { input: 100, output: 10, cacheWrite: 400 },
    });
    const modelId = await addModel({ kind: "anthropic", prices });
    const { path } = await begin(modelId);
    const { run } = await untilState(world.alice, path, "done");
    const cost = (500 * 3 + 400 * 3 * 0.25 + 10 * 15) / 1e6;
    expect(run.usage).toMatchObject({ inputTokens: 500, outputTokens: 10, cost });
    const { usage } = (await world.alice.get("/v1/models/usage")).body;
    const own = usage.find((row: { model: { id: string } }) => row.model.id === modelId);
    expect(own).toMatchObject({ inputTokens: 500, outputTokens: 10, cost: { amount: cost } });
  });

  it("a call of which nothing is known costs what it could, with a cache's writing", async () => {
    provider.script = () => ({ text: "word ".repeat(3000), wordMs: 50 });
    const modelId = await addModel({ kind: "anthropic", prices });
    const { path } = await begin(modelId);
    await expect.poll(() => provider.requests.length).toBe(1);
    await world.alice.post(`${path}/stop`);
    const { run } = await readRun(world.alice, path);
    expect(run.usage.cost).toBe(Math.ceil(run.usage.inputTokens * 3.75 + 1000 * 15) / 1e6);
  });

  it("a call that the provider refused is not among what was spent", async () => {
    provider.instead = (_, response) => void response.writeHead(401).end("{}");
    const modelId = await addModel({ prices });
    const { path } = await begin(modelId);
    await untilState(world.alice, path, "failed");
    const { usage } = (await world.alice.get("/v1/models/usage")).body;
    expect(usage.filter((row: { model: { id: string } }) => row.model.id === modelId)).toEqual([]);
  });

  it("a refused call is none of the run's calls, so that a busy provider uses up no steps", async () => {
    let refusals = 0;
    provider.instead = (_, response) => {
      if (++refusals === 2) provider.instead = null;
      response.writeHead(429, { "retry-after": "1" }).end("{}");
    };
    const { run, path } = await begin(await addModel(), { steps: 1 });
    const { steps } = await untilState(world.alice, path, "done");
    expect(steps.map(({ title }) => title)).toEqual([
      "Waiting 1 s, as the provider asks",
      "Waiting 2 s, as the provider asks",
      "Called finish",
      "Finished",
    ]);
    expect(await callsOf(run.id)).toEqual({ calls: 1 });
  });

  it.each(told)(
    "on the wire %s, %s within a stream is treated as its status",
    async (kind, _what, parts, costs) => {
      provider.instead = (_, response) => {
        provider.instead = null;
        tell(response, parts);
      };
      const { path } = await begin(await addModel({ kind, prices }));
      const { steps } = await untilState(world.alice, path, "done");
      expect(steps[0]?.title).toBe("Waiting 5 s: the provider is busy, or the key's quota is used up");
      expect(steps[0]?.detail).toMatch(/slow down|overloaded/);
      // Words that came have been paid for.
      if (costs) expect(steps[0]?.tokens).toBeGreaterThan(1000);
      else expect(steps[0]?.tokens).toBe(0);
    },
  );

  it("an answer outlives a service that can't write for a moment, and is not paid twice", async () => {
    const { writer } = world.context;
    const { run: write } = writer;
    let refusals = 0;
    writer.run = async (command, input) => {
      if (command.name === "runs.keepCall" && refusals++ < 2) throw unavailable("a test");
      return write.call(writer, command, input) as never;
    };
    const { path } = await begin(await addModel());
    const { steps } = await untilState(world.alice, path, "done");
    writer.run = write;
    expect(refusals).toBe(3);
    expect(provider.requests).toHaveLength(1);
    expect(steps.map(({ kind }) => kind)).toEqual(["call", "finish"]);
  });

  it("a refusal outlives a service that can't write for a moment, and costs nothing", async () => {
    provider.instead = (_, response) => {
      provider.instead = null;
      response.writeHead(429, { "retry-after": "1" }).end("{}");
    };
    const { writer } = world.context;
    const { run: write } = writer;
    let refusals = 0;
    writer.run = async (command, input) => {
      if (command.name === "runs.keepFailedCall" && refusals++ < 1) throw unavailable("a test");
      return write.call(writer, command, input) as never;
    };
    const { path } = await begin(await addModel());
    const { steps } = await untilState(world.alice, path, "done");
    writer.run = write;
    expect(refusals).toBe(2);
    expect(steps.map(({ title }) => title)).toEqual([
      "Waiting 1 s, as the provider asks",
      "Called finish",
      "Finished",
    ]);
    expect(steps[0]?.tokens).toBe(0);
  });

  it("a run that the service gives up has its open call booked in full", async () => {
    const { writer } = world.context;
    const { run: write } = writer;
    writer.run = async (command, input) => {
      if (command.name === "runs.keepCall") {
        await withRows(world, (db) =>
          db.updateTable("jobs").set({ attempts: 5 }).where("kind", "=", "runs.step").execute(),
        );
        throw new Error("a fault of the service");
      }
      return write.call(writer, command, input) as never;
    };
    const { path } = await begin(await addModel());
    const { run, steps } = await untilState(world.alice, path, "failed");
    writer.run = write;
    expect(run.error?.code).toBe("internal");
    expect(run.usage.outputTokens).toBeGreaterThanOrEqual(1000);
    expect(steps.map(({ title }) => title)).not.toContain("Asking Scripted");
    expect(steps.at(-1)?.title).toBe("The service failed during this call");
  });

  it("a ceiling says what the call would take and what is left, or that it never fits", async () => {
    const modelId = await addModel({ maxOutput: 3000 });
    const at = (agentTokensPerPersonPerDay: number) =>
      world.alice.patch("/v1/workspace", { agentTokensPerPersonPerDay });
    await at(2000);
    const never = await begin(modelId);
    const { run } = await untilState(world.alice, never.path, "paused");
    expect(run.error?.message).toMatch(
      /^The next call could take [\d,]+ tokens, which never fits your ceiling of 2,000 a day\./,
    );
    expect(run.error).toMatchObject({ neverFits: true });
    await world.alice.post(`${never.path}/stop`);
    const { used } = await withRows(world, (db) =>
      db
        .selectFrom("token_ceilings")
        .select("used")
        .where("subject", "like", `% ${world.alice.userId}`)
        .executeTakeFirstOrThrow(),
    );
    await at(used + 4000 > 10_000 ? used + 4000 : 10_000);
    await withRows(world, (db) =>
      db
        .updateTable("token_ceilings")
        .set({ used: Math.max(used, 6000) })
        .where("subject", "like", `% ${world.alice.userId}`)
        .execute(),
    );
    const later = await begin(modelId);
    const { run: waits } = await untilState(world.alice, later.path, "paused");
    expect(waits.error?.message).toMatch(
      /^The next call could take [\d,]+ tokens, and 4,000 are left of your ceiling of [\d,]+ a day\. There is room again at .+ 00:00 UTC\. An owner can raise/,
    );
    expect(waits.error).not.toHaveProperty("neverFits");
    await world.alice.post(`${later.path}/stop`);
    await at(1_000_000);
  });

  it("a run at its highest limit says so, and asks for no more than it may have", async () => {
    const { run, path } = await begin(await addModel(), { tokens: 1000 });
    await untilState(world.alice, path, "paused");
    await withRows(world, (db) =>
      db
        .updateTable("runs")
        .set({ input_tokens: 4_999_000, worked_ms: 3_600_000, calls: 100 })
        .where("id", "=", run.id)
        .execute(),
    );
    const highest = { tokens: 5_000_000, minutes: 60, steps: 100 };
    for (const [which, mended] of [
      ["tokens", { input_tokens: 0 }],
      ["steps", { calls: 0 }],
      ["minutes", { worked_ms: 0 }],
    ] as const) {
      expect(outcome(await world.alice.post(`${path}/continue`, { limits: highest }))).toBe("200");
      const { run: paused } = await untilState(world.alice, path, "paused");
      expect(paused.error).toMatchObject({ code: "limit", which, needed: highest[which] });
      expect(paused.error?.message).toContain(`The highest limit is ${highest[which].toLocaleString("en")}.`);
      await withRows(world, (db) => db.updateTable("runs").set(mended).where("id", "=", run.id).execute());
    }
    await world.alice.post(`${path}/continue`, {});
    await untilState(world.alice, path, "done");
  });

  it("a limit below what is used is refused when a run is continued", async () => {
    const { run, path } = await begin(await addModel({ prices }), { tokens: 1000 });
    await untilState(world.alice, path, "paused");
    await withRows(world, (db) =>
      db
        .updateTable("runs")
        .set({ input_tokens: 3000, cost_micros: 20_000, worked_ms: 120_000, calls: 3 })
        .where("id", "=", run.id)
        .execute(),
    );
    for (const [name, limit] of [
      ["tokens", 2999],
      ["cost", 0.01],
      ["minutes", 1],
      ["steps", 2],
    ] as const) {
      const limits = { tokens: 9000, [name]: limit };
      const answer = await world.alice.post(`${path}/continue`, { limits });
      expect(outcome(answer)).toBe("400 invalid_request");
      expect(answer.body.error.details[0].path).toBe(`/limits/${name}`);
    }
  });

  it("a run that used its calls pauses, and goes on with more", async () => {
    provider.script = (_request, n) => ({
      calls: [n === 1 ? call("search", { query: "x" }) : call("finish", { done: "Done." })],
    });
    const { path } = await begin(await addModel(), { steps: 1 });
    const { run } = await untilState(world.alice, path, "paused");
    expect(run.error).toMatchObject({ code: "limit", which: "steps", needed: 2 });
    expect(provider.requests).toHaveLength(1);
    expect(outcome(await world.alice.post(`${path}/continue`, { limits: { steps: 2 } }))).toBe("200");
    await untilState(world.alice, path, "done");
  });

  it("a run that used its minutes during a call pauses, and the call counts in full", async () => {
    provider.script = () => ({ text: "word ".repeat(3000), wordMs: 50 });
    const { run: started, path } = await begin(await addModel({ maxOutput: 8000 }), {
      tokens: 1000,
      minutes: 1,
    });
    await untilState(world.alice, path, "paused");
    await withRows(world, (db) =>
      db.updateTable("runs").set({ worked_ms: 58_000 }).where("id", "=", started.id).execute(),
    );
    await world.alice.post(`${path}/continue`, { limits: { tokens: 90_000 } });
    const { run, steps } = await untilState(world.alice, path, "paused");
    expect(run.error).toMatchObject({ code: "limit", which: "minutes", needed: 2 });
    expect(run.usage.outputTokens).toBe(8000);
    expect(steps[0]?.title).toContain("the minutes are used up");
  });

  it("the workspace's ceiling of a day pauses a run", async () => {
    await world.alice.patch("/v1/workspace", { agentTokensPerDay: 100 });
    const { path } = await begin(await addModel());
    const { run } = await untilState(world.alice, path, "paused");
    expect(run.error).toMatchObject({ code: "ceiling", which: "workspace" });
    expect(run.error?.message).toContain("the workspace's ceiling of 100 a day");
    expect(provider.requests).toHaveLength(0);
    await world.alice.patch("/v1/workspace", { agentTokensPerDay: 5_000_000 });
  });

  it.runIf(process.env.LONG)(
    "a provider that shows life is waited for, though it says nothing for more than a minute",
    async () => {
      for (const kind of ["anthropic", "openai-compatible"] as const) {
        provider.instead = (_, response) => {
          provider.instead = null;
          response.writeHead(200, { "content-type": "text/event-stream" });
          const ping = kind === "anthropic" ? 'event: ping\ndata: {"type":"ping"}\n\n' : ": PROCESSING\n\n";
          const pings = setInterval(() => response.write(ping), 10_000);
          setTimeout(() => {
            clearInterval(pings);
            response.destroy();
          }, 75_000);
        };
        const { path } = await begin(await addModel({ kind }));
        await expect
          .poll(async () => (await readRun(world.alice, path)).run.state, {
            timeout: 120_000,
            interval: 1000,
          })
          .toBe("done");
        const { steps } = await readRun(world.alice, path);
        expect(steps[0]?.title).toContain("broke off");
        const taken = Date.parse(steps[1]?.at ?? "") - Date.parse(steps[0]?.at ?? "");
        expect(taken).toBeGreaterThan(70_000);
      }
    },
    300_000,
  );
});

function tell(response: ServerResponse, parts: readonly object[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const part of parts) {
    const name = "type" in part ? `event: ${part.type}\n` : "";
    response.write(`${name}data: ${JSON.stringify(part)}\n\n`);
  }
  response.end();
}
