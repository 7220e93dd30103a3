import type { ServerResponse } from "node:http";
import { beforeEach, expect, it } from "vitest";
import { closedAfterEach, startProxy, startRaw } from "./mcp.test-support.ts";

type Fake = Awaited<ReturnType<typeof startProxy>>;
// biome-ignore lint/suspicious/noExplicitAny: tests reach into messages and fail where they are different.
type Answer = (message: any, response: ServerResponse) => void;

const closing = closedAfterEach();
let fake: Fake;
let env: Record<string, string>;
beforeEach(async () => {
  fake = closing(await startProxy("http://127.0.0.1:9"));
  env = { GROUNDPLAN_URL: fake.url, GROUNDPLAN_API_KEY: "psk_test" };
});

const json = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const result = (id: unknown, value: object) => ({ jsonrpc: "2.0", id, result: value });
const me = {
  user: { id: "1", name: "Ada", email: "ada@example.com" },
  workspace: { id: "2", name: "Acme", slug: "acme" },
  scope: "write",
};

/** Starts the command before a service that answers messages with `answer`. */
function before(answer: Answer, ...args: string[]) {
  fake.decide((body) => (response) => {
    if (body === "") json(response, 200, me);
    else answer(JSON.parse(body), response);
  });
  return startRaw({ env, args });
}

it("a slow request doesn't hold up another, and a cancelled one is given up without an answer", async () => {
  let isGivenUp = false;
  const raw = before(({ id, method }, response) => {
    if (method === "ping") return json(response, 200, result(id, {}));
    response.on("close", () => {
      isGivenUp = true;
    });
  });
  raw.send({ id: 1, method: "tools/call", params: { name: "find" } });
  await expect.poll(() => fake.bodies).toHaveLength(1);
  raw.send({ id: "1", method: "ping" });
  await expect.poll(() => raw.answer("1")).toBeDefined();
  expect(isGivenUp).toBe(false);
  raw.send({ method: "notifications/cancelled", params: { requestId: 1 } });
  await expect.poll(() => isGivenUp).toBe(true);
  raw.end();
  expect((await raw.ended).code).toBe(0);
  expect(raw.answers()).toEqual([result("1", {})]);
});

it("a line that is no message is answered with an error, and one that is too long by its id", async () => {
  const raw = before(({ id }, response) => json(response, 200, result(id, {})));
  raw.write("{nonsense\n\n[]\n");
  raw.write(`${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping", params: [] })}\n`);
  const long = "x".repeat(9 * 1024 * 1024);
  raw.write(`${JSON.stringify({ method: "tools/call", params: { long }, jsonrpc: "2.0", id: 8 })}\n`);
  raw.write(`${JSON.stringify({ jsonrpc: "2.0", id: "nine", method: "tools/call", params: { long } })}\n`);
  raw.send({ id: 10, method: "ping" });
  raw.end();
  await raw.ended;
  expect(raw.answers().map(({ id, error }) => [id, error?.code])).toEqual([
    [null, -32700],
    [null, -32600],
    [7, -32600],
    [8, -32600],
    ["nine", -32600],
    [10, undefined],
  ]);
});

it("what is too much at once, or too long an answer, is refused in words", async () => {
  const waiting: (() => void)[] = [];
  const raw = before(({ id, method }, response) => {
    if (method === "tools/call")
      return json(response, 200, result(id, { long: "x".repeat(5 * 1024 * 1024) }));
    waiting.push(() => json(response, 200, result(id, {})));
  });
  raw.send({ id: "long", method: "tools/call", params: { name: "find" } });
  await expect.poll(() => raw.answer("long")?.result.content[0].text).toContain("longer than 4 MiB");
  for (let id = 1; id <= 65; id++) raw.send({ id, method: "ping" });
  await expect.poll(() => raw.answer(65)?.error.message).toContain("64 requests are running");
  await expect.poll(() => waiting).toHaveLength(64);
  for (const go of waiting) go();
  raw.end();
  await raw.ended;
  expect(raw.answers()).toHaveLength(66);
});

it("a request is repeated under one key while the service asks to wait or fails, and what precedes an answer is passed on", async () => {
  const progress = { jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } };
  const done = { content: [{ type: "text", text: "Done." }] };
  const busy = { content: [], isError: true, _meta: { "groundplan/retryAfter": 0 } };
  const raw = before(({ id }, response) => {
    const attempt = fake.bodies.length;
    if (attempt === 1)
      json(response, 429, { error: { code: "rate_limited", message: "Wait." } }, { "retry-after": "0" });
    else if (attempt === 2) response.writeHead(502).end("<html>");
    else if (attempt === 3) json(response, 200, result(id, busy));
    else if (attempt === 4) {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(": wait\n\n");
      response.destroy();
    } else
      response
        .writeHead(200, { "content-type": "text/event-stream" })
        .end(
          `data: ${JSON.stringify(progress)}\n\nevent: message\ndata: ${JSON.stringify(result(id, done))}\n\n`,
        );
  });
  raw.send({ id: 1, method: "tools/call", params: { name: "find", _meta: { progressToken: 1 } } });
  raw.end();
  await raw.ended;
  expect(raw.answers()).toEqual([progress, result(1, done)]);
  const keys = fake.bodies.map((body) => JSON.parse(body).params._meta["groundplan/idempotencyKey"]);
  expect(keys).toEqual(Array.from({ length: 5 }, () => keys[0]));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});

it("a client's own idempotency key is kept, and each call without one has its own", async () => {
  const raw = before(({ id }, response) => json(response, 200, result(id, {})));
  const call = (id: number, _meta?: object) =>
    raw.send({ id, method: "tools/call", params: { name: "find", ...(_meta ? { _meta } : {}) } });
  call(1, { "groundplan/idempotencyKey": "mine" });
  call(2);
  call(3);
  raw.end();
  await raw.ended;
  const keys = fake.bodies.map((body) => JSON.parse(body).params._meta["groundplan/idempotencyKey"]);
  expect(keys).toContain("mine");
  expect(new Set(keys).size).toBe(3);
});

it("a call that stays without an answer fails in words: whether it was done isn't known", async () => {
  const raw = before((_message, response) => response.destroy(), "--wait", "1");
  raw.send({ id: 1, method: "tools/call", params: { name: "save_plan", arguments: { name: "One" } } });
  raw.send({ id: 2, method: "tools/list" });
  raw.end();
  await raw.ended;
  const { isError, content } = raw.answer(1).result;
  expect(isError).toBe(true);
  expect(content[0].text).toMatch(
    /^The answer of save_plan was lost.*it isn't known whether it was done\. Before you call it again, read/,
  );
  expect(raw.answer(2).error).toEqual({
    code: -32603,
    message: expect.stringContaining("tools/list was repeated for 1 s"),
  });
  expect(fake.bodies.length).toBeGreaterThan(3);
});

it("a call that never reached the service, or was asked to wait too long, was not done", async () => {
  const raw = before(
    (_message, response) =>
      json(
        response,
        429,
        { error: { code: "rate_limited", message: "Too many requests." } },
        { "retry-after": "60" },
      ),
    "--wait",
    "1",
  );
  raw.send({ id: 1, method: "tools/call", params: { name: "save_plan" } });
  await expect
    .poll(() => raw.answer(1)?.result.content[0].text)
    .toMatch(/^Too many requests\..* save_plan was not done/);
  await fake.close();
  raw.send({ id: 2, method: "tools/call", params: { name: "save_plan" } });
  raw.end();
  await raw.ended;
  expect(raw.answer(2).result.content[0].text).toMatch(/^Nothing answers at .* save_plan was not done/);
});

it("what answers but is no service is named at once", async () => {
  const raw = before((_message, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
  );
  raw.send({ id: 1, method: "tools/list" });
  raw.end();
  await raw.ended;
  expect(raw.answer(1).error.message).toContain("not a Groundplan service");
  expect(fake.bodies).toHaveLength(1);
});

it("a client of 2026-07-28 is repeated in the headers, one of 2025-11-25 by its handshake", async () => {
  const seen: Record<string, unknown>[] = [];
  const raw = before(({ id, method }, response) => {
    const { headers } = response.req;
    seen.push({
      method,
      version: headers["mcp-protocol-version"],
      name: headers["mcp-name"],
      agent: headers["user-agent"],
    });
    json(response, 200, result(id, method === "initialize" ? { protocolVersion: "2025-11-25" } : {}));
  });
  const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  raw.send({ id: 1, method: "prompts/get", params: { name: "plän", _meta } });
  raw.send({ id: 2, method: "initialize", params: { clientInfo: { name: "older", version: "1" } } });
  await expect.poll(() => raw.answer(2)).toBeDefined();
  raw.send({ id: 3, method: "resources/read", params: { uri: "groundplan://PLAN-1" } });
  raw.end();
  await raw.ended;
  const by = (method: string) => seen.find((one) => one.method === method);
  expect(by("prompts/get")).toMatchObject({ version: "2026-07-28", name: "=?base64?cGzDpG4=?=" });
  expect(by("initialize")).toMatchObject({ version: undefined, name: undefined });
  expect(by("resources/read")).toMatchObject({ version: "2025-11-25", name: undefined, agent: "older 1" });
});

it.each([
  ["SIGTERM", null],
  ["SIGINT", 130],
] as const)("%s ends it although a request runs", async (signal, code) => {
  const raw = before(() => {});
  raw.send({ id: 1, method: "tools/list" });
  await expect.poll(() => fake.bodies).toHaveLength(1);
  raw.child.kill(signal);
  expect(await raw.ended).toMatchObject({ code, stdout: "" });
});

it("a service that is down at the start is waited for by the first request", async () => {
  await fake.close();
  const raw = startRaw({ env, args: ["--wait", "1"] });
  raw.send({ id: 1, method: "tools/list" });
  raw.end();
  expect(await raw.ended).toMatchObject({ code: 0, stderr: expect.stringContaining("Waiting for calls") });
  expect(raw.answer(1).error.message).toContain("Nothing answers at");
});
