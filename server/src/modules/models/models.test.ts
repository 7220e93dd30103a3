import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type ModelProvider, startModelProvider } from "../../../test/model-provider.ts";
import { withRows } from "../../../test/own-connection.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { outcome } from "../plans/scene.test-support.ts";

let provider: ModelProvider;
beforeAll(async () => {
  provider = await startModelProvider();
});
beforeEach(() => {
  provider.requests.length = 0;
  provider.instead = null;
});
afterAll(() => provider.close());

const secret = "sk-very-secret-4f2a";
const prices = { input: 3, output: 15 };

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, {
    env: {
      GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1",
      GROUNDPLAN_MODEL_KIND: "openai-compatible",
      GROUNDPLAN_MODEL_URL: "http://127.0.0.1:11434/v1",
      GROUNDPLAN_MODEL_NAME: "llama",
      GROUNDPLAN_MODEL_CURRENCY: "EUR",
    },
  });
  const bodyOf = (more: object = {}) => ({
    name: "Planner",
    kind: "anthropic",
    baseUrl: provider.url,
    model: "small-1",
    apiKey: secret,
    contextTokens: 200_000,
    maxOutput: 8000,
    prices,
    scope: "person",
    ...more,
  });
  const add = async (who: Person, more: object = {}) => {
    const answer = await who.post("/v1/models", bodyOf(more));
    expect(outcome(answer)).toBe("201");
    return answer.body.model;
  };
  const idsOf = async (who: Person) =>
    (await who.get("/v1/models")).body.models.map(({ id }: { id: string }) => id);

  it("a model is answered with the end of its key, which is nowhere else", async () => {
    const model = await add(world.bob);
    const { apiKey: _, ...given } = bodyOf();
    expect(model).toEqual({ ...given, id: model.id, keyHint: "…4f2a", usable: true });
    const changed = await world.bob.patch(`/v1/models/${model.id}`, { name: "Other", maxOutput: 4000 });
    expect(changed.body.model).toMatchObject({ name: "Other", maxOutput: 4000, keyHint: "…4f2a" });
    const audit = await world.alice.get("/v1/audit", { accept: "application/x-ndjson" });
    expect(JSON.stringify([changed.body, audit.body])).not.toContain(secret);
    expect(world.logged.join()).not.toContain(secret);
  });

  it("a person's model is 404 to everybody else, owners too, and in nobody else's list", async () => {
    const { id } = await add(world.bob);
    for (const other of [world.alice, world.carol, world.vera, world.mallory]) {
      expect(outcome(await other.patch(`/v1/models/${id}`, { name: "Mine" }))).toBe("404 not_found");
      expect(outcome(await other.delete(`/v1/models/${id}`))).toBe("404 not_found");
      expect(outcome(await other.post(`/v1/models/${id}/test`))).toBe("404 not_found");
      expect(await idsOf(other)).not.toContain(id);
    }
    expect(await idsOf(world.bob)).toContain(id);
  });

  it("the workspace's models are its owners' to change, and members' to read", async () => {
    expect(outcome(await world.bob.post("/v1/models", bodyOf({ scope: "workspace" })))).toBe("403 forbidden");
    const { id } = await add(world.alice, { scope: "workspace" });
    expect(await idsOf(world.bob)).toContain(id);
    for (const answer of [
      await world.bob.patch(`/v1/models/${id}`, { name: "Mine" }),
      await world.bob.delete(`/v1/models/${id}`),
      await world.bob.post(`/v1/models/${id}/test`),
    ])
      expect(outcome(answer)).toBe("403 forbidden");
    expect(outcome(await world.alice.delete(`/v1/models/${id}`))).toBe("200");
    expect(await idsOf(world.bob)).not.toContain(id);
  });

  it("viewers read no model and add none, and nobody changes the operator's", async () => {
    expect(await idsOf(world.vera)).toEqual([]);
    expect(outcome(await world.vera.post("/v1/models", bodyOf()))).toBe("403 forbidden");
    const [first] = (await world.bob.get("/v1/models")).body.models;
    expect(first).toMatchObject({
      id: "operator",
      scope: "operator",
      model: "llama",
      keyHint: null,
      usable: true,
    });
    for (const answer of [
      await world.alice.patch("/v1/models/operator", { name: "Mine" }),
      await world.alice.delete("/v1/models/operator"),
      await world.alice.post("/v1/models/operator/test"),
    ])
      expect(outcome(answer)).toBe("403 forbidden");
  });

  it("another kind or origin removes the key, unless one comes along; another path keeps it", async () => {
    const { id } = await add(world.bob);
    const change = async (body: object) => (await world.bob.patch(`/v1/models/${id}`, body)).body.model;
    expect(await change({ baseUrl: `${provider.url}/x` })).toMatchObject({ keyHint: "…4f2a", usable: true });
    expect(await change({ baseUrl: "http://127.0.0.1:1/v1" })).toMatchObject({
      keyHint: null,
      usable: false,
    });
    expect(await change({ apiKey: "sk-another-key-9999" })).toMatchObject({ keyHint: "…9999", usable: true });
    const elsewhere = { kind: "openai-compatible", baseUrl: "http://127.0.0.1:2/v1" };
    expect(await change(elsewhere)).toMatchObject({ keyHint: null, usable: false });
    expect(await change({ apiKey: null })).toMatchObject({ keyHint: null, usable: true });
    const both = { kind: "openai-compatible", apiKey: "sk-another-key-8888" };
    expect(await change(both)).toMatchObject({ keyHint: "…8888", usable: true });
    expect(await change({ apiKey: null })).toMatchObject({ keyHint: null, usable: true });
    expect(await change({ kind: "anthropic" })).toMatchObject({ keyHint: null, usable: false });
    expect((await world.bob.post(`/v1/models/${id}/test`)).body).toMatchObject({
      ok: false,
      error: expect.stringContaining("key is missing"),
    });
  });

  it.each([
    [{ kind: "openai-compatible", baseUrl: undefined }, "/baseUrl"],
    [{ kind: "anthropic", apiKey: undefined }, "/apiKey"],
    [{ baseUrl: "ftp://models.example" }, "/baseUrl"],
    [{ scope: "operator" }, "/scope"],
    [{ prices: { input: 1 } }, "/prices/output"],
    [{ contextTokens: 0 }, "/contextTokens"],
    [{ contextTokens: 8000 }, "/maxOutput"],
    [{ baseUrl: "https://name@models.example/v1" }, "/baseUrl"],
    [{ baseUrl: "https://name:word@models.example/v1" }, "/baseUrl"],
    [{ baseUrl: "https://models.example/v1?key=x" }, "/baseUrl"],
    [{ baseUrl: "https://models.example/v1#x" }, "/baseUrl"],
  ])("%j is 400 with its place", async (more, path) => {
    const answer = await world.bob.post("/v1/models", bodyOf(more));
    expect(outcome(answer)).toBe("400 invalid_request");
    expect(answer.body.error.details[0].path).toBe(path);
  });

  it.each([
    ["anthropic", "/v1/messages", "x-api-key", secret],
    ["openai-compatible", "/v1/chat/completions", "authorization", `Bearer ${secret}`],
  ])("a test asks %s for at most 16 tokens, and counts them", async (kind, path, header, credential) => {
    const { id } = await add(world.carol, { kind });
    const { body } = await world.carol.post(`/v1/models/${id}/test`);
    expect(body).toEqual({ ok: true, model: "small-1", latencyMs: expect.any(Number) });
    const [asked] = provider.requests;
    expect(asked).toMatchObject({ path, body: { max_tokens: 16, stream: true, model: "small-1" } });
    expect(asked?.headers[header]).toBe(credential);
    await world.carol.post(`/v1/models/${id}/test`);
    const { usage } = (await world.carol.get("/v1/models/usage")).body;
    const own = usage.find((row: { model: { id: string } }) => row.model.id === id);
    expect(own).toMatchObject({
      day: new Date().toISOString().slice(0, 10),
      person: { userId: world.carol.userId },
      model: { name: "Planner", scope: "person" },
      inputTokens: 24,
      outputTokens: 6,
      cost: { amount: (24 * 3 + 6 * 15) / 1e6, currency: "EUR" },
    });
    expect(JSON.stringify((await world.bob.get("/v1/models/usage")).body)).not.toContain(id);
    expect(JSON.stringify((await world.alice.get("/v1/models/usage")).body)).toContain(id);
  });

  it.each([
    [401, /does not accept the key.*`apiKey`/],
    [402, /nothing left to spend/],
    [404, /`model` and `baseUrl`/],
    [429, /slow down/],
    [500, /disturbance/],
    [302, /leads elsewhere/],
  ])("a provider's %d is told by the setting to look at, in none of its words", async (status, told) => {
    provider.instead = (_, response) => {
      const headers = { "content-type": "application/json", location: "http://127.0.0.1:1/" };
      response.writeHead(status, headers).end(JSON.stringify({ error: { message: `no ${secret}` } }));
    };
    for (const kind of ["anthropic", "openai-compatible"]) {
      const { id } = await add(world.carol, { kind });
      const { body } = await world.carol.post(`/v1/models/${id}/test`);
      expect(body).toMatchObject({ ok: false, error: expect.stringMatching(told) });
      expect(JSON.stringify(body)).not.toContain(secret);
    }
  });

  it.each([
    [400, "registry.example/library/small does not support tools"],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [404, "No endpoints found that support tool use. Try disabling the tools."],
    [400, "Function calling is not enabled for this model"],
  ])(
    "a test offers a tool, as a run does, and a refusal of tools is told as one (%d, %s)",
    async (status, message) => {
      provider.instead = (_, response) =>
        void response
          .writeHead(status, { "content-type": "application/json" })
          .end(JSON.stringify({ error: { message } }));
      for (const kind of ["anthropic", "openai-compatible"]) {
        const { id } = await add(world.carol, { kind });
        const { body } = await world.carol.post(`/v1/models/${id}/test`);
        expect(body).toMatchObject({ ok: false, error: expect.stringMatching(/can't call tools.*`model`/) });
        expect(provider.requests.at(-1)?.body).toMatchObject({ tools: [expect.any(Object)] });
      }
    },
  );

  it.each([
    ["cut", (response: import("node:http").ServerResponse) => void response.socket?.destroy()],
    [
      "a page",
      (response: import("node:http").ServerResponse) =>
        void response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
    ],
    [
      "half a stream",
      (response: import("node:http").ServerResponse) =>
        void response.writeHead(200, { "content-type": "text/event-stream" }).end('data: {"ty'),
    ],
    [
      "an empty stream",
      (response: import("node:http").ServerResponse) =>
        void response.writeHead(200, { "content-type": "text/event-stream" }).end(),
    ],
  ])("an answer that is %s is told, too", async (_what, answer) => {
    provider.instead = (_, response) => answer(response);
    for (const kind of ["anthropic", "openai-compatible"]) {
      const { id } = await add(world.carol, { kind });
      const { body } = await world.carol.post(`/v1/models/${id}/test`);
      expect(body).toMatchObject({ ok: false, error: expect.stringMatching(/^[A-Z].+\./) });
    }
  });

  it("a test that meets a web page counts nothing, and names the address to correct", async () => {
    provider.instead = (_, response) =>
      void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html>");
    const { id } = await add(world.carol);
    const { body } = await world.carol.post(`/v1/models/${id}/test`);
    expect(body).toMatchObject({ ok: false, error: expect.stringMatching(/web page.*`baseUrl`/) });
    const { usage } = (await world.carol.get("/v1/models/usage")).body;
    expect(usage.some((row: { model: { id: string } }) => row.model.id === id)).toBe(false);
  });

  it("a change that leaves no room beside the answer is refused, with what stays counted in", async () => {
    const { id } = await add(world.bob);
    for (const body of [{ contextTokens: 8000 }, { maxOutput: 200_000 }]) {
      const answer = await world.bob.patch(`/v1/models/${id}`, body);
      expect(outcome(answer)).toBe("400 invalid_request");
      expect(answer.body.error.details[0].path).toBe("/maxOutput");
    }
    const both = await world.bob.patch(`/v1/models/${id}`, { contextTokens: 8000, maxOutput: 1000 });
    expect(outcome(both)).toBe("200");
  });

  describe.each(["anthropic", "openai-compatible"])("the wire %s", (kind) => {
    it("a test ends an answer beyond 16 tokens, and takes it for one", async () => {
      const { id } = await add(world.carol, { kind });
      provider.script = () => ({ text: "word ".repeat(500), wordMs: 10 });
      const { body } = await world.carol.post(`/v1/models/${id}/test`);
      provider.script = null;
      expect(body).toMatchObject({ ok: true });
      await provider.requests[0]?.closed;
      const { usage } = (await world.carol.get("/v1/models/usage")).body;
      const own = usage.find((row: { model: { id: string } }) => row.model.id === id);
      expect(own).toMatchObject({ inputTokens: 64, outputTokens: 16 });
    });

    it("a test answers 200 characters of the provider's name of the model at most", async () => {
      const { id } = await add(world.carol, { kind, model: "n".repeat(200) });
      provider.named = "😀".repeat(5000);
      const { body } = await world.carol.post(`/v1/models/${id}/test`);
      provider.named = null;
      expect(body).toMatchObject({ ok: true, model: "😀".repeat(100) });
    });

    it("a usage that the model can't have is not counted", async () => {
      const { id } = await add(world.carol, { kind, contextTokens: 8001 });
      provider.script = () => ({ text: "ready", usage: { input: 100_000, output: 3 } });
      await world.carol.post(`/v1/models/${id}/test`);
      provider.script = () => ({ text: "ready", usage: { input: 12, output: 9000 } });
      await world.carol.post(`/v1/models/${id}/test`);
      // More than the request has bytes.
      provider.script = () => ({ text: "ready", usage: { input: 2000, output: 3 } });
      await world.carol.post(`/v1/models/${id}/test`);
      provider.script = null;
      const { usage } = (await world.carol.get("/v1/models/usage")).body;
      const own = usage.find((row: { model: { id: string } }) => row.model.id === id);
      expect(own).toMatchObject({ inputTokens: 192, outputTokens: 48 });
    });

    it.runIf(process.env.LONG)(
      "a test of a provider that drips ends after a minute",
      async () => {
        const { id } = await add(world.carol, { kind });
        provider.instead = (_, response) => {
          response.writeHead(200, { "content-type": "text/event-stream" });
          const drip = setInterval(() => response.write(": still here\n\n"), 500);
          response.once("close", () => clearInterval(drip));
        };
        const { body } = await world.carol.post(`/v1/models/${id}/test`);
        expect(body).toMatchObject({ ok: false, error: expect.stringContaining("did not answer in time") });
        expect(body.latencyMs).toBeGreaterThan(59_000);
        expect(body.latencyMs).toBeLessThan(70_000);
      },
      90_000,
    );
  });

  it("a removed member's models are deleted with the membership, and so are a leaving one's", async () => {
    for (const [name, leaves] of [
      ["removed", false],
      ["leaving", true],
    ] as const) {
      const person = await world.person(name, "MEMBER", "acme");
      const { id } = await add(person);
      const keptFor = () =>
        withRows(world, (db) => db.selectFrom("models").select("id").where("id", "=", id).execute());
      expect(await keptFor()).toHaveLength(1);
      const left = await (leaves ? person : world.alice).delete(`/v1/members/${person.userId}`);
      expect(outcome(left)).toBe("200");
      expect(await keptFor()).toEqual([]);
    }
  });

  it("a member who became a viewer deletes a model of their own, and changes none", async () => {
    const person = await world.person("demoted", "MEMBER", "acme");
    const [{ id }, other] = [await add(person), await add(world.bob)];
    await world.alice.patch(`/v1/members/${person.userId}`, { role: "VIEWER" });
    expect(outcome(await person.patch(`/v1/models/${id}`, { name: "Mine" }))).toBe("404 not_found");
    expect(outcome(await person.delete(`/v1/models/${other.id}`))).toBe("404 not_found");
    expect(outcome(await person.delete(`/v1/models/${id}`))).toBe("200");
  });

  it("a model is tested ten times a minute", async () => {
    const { id } = await add(world.carol);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => world.carol.post(`/v1/models/${id}/test`)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    // A new minute may begin in between.
    expect(refused.length).toBeLessThanOrEqual(2);
    if (refused[0]) expect(refused[0].headers["retry-after"]).toBe("60");
    expect(answers.filter(({ status }) => status === 200).length).toBe(12 - refused.length);
  });
});

describe.each(databases)("$database, where private networks are closed", ({ create }) => {
  const world = setUpWorld(create);

  it("a user's model can't lead into one", async () => {
    const body = { name: "A", kind: "openai-compatible", model: "m", contextTokens: 8000, maxOutput: 100 };
    const answer = await world.bob.post("/v1/models", {
      ...body,
      baseUrl: "http://127.0.0.1:1/v1",
      scope: "person",
    });
    expect(outcome(answer)).toBe("400 invalid_request");
    expect(answer.body.error.details[0].path).toBe("/baseUrl");
  });
});
