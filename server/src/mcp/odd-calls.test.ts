import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../test/databases.ts";
import { setUpWorld } from "../../test/world.ts";

const many = <T>(count: number, of: T) => Array.from({ length: count }, () => of);
const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels)) as unknown;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let url: string;
  beforeAll(async () => {
    url = `${await world.app.listen({ host: "127.0.0.1", port: 0 })}/mcp`;
  });

  /** Sends a message as a client of 2025-11-25. */
  async function send(method: string, params: unknown) {
    const headers = {
      authorization: `Bearer ${world.bob.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answer = await (await fetch(url, { method: "POST", headers, body })).text();
    const [, json = ""] = /^data: (.*)$/m.exec(answer) ?? [];
    return JSON.parse(json) as {
      result?: { content: { text: string }[]; isError?: boolean };
      error?: { code: number; message: string };
    };
  }

  const call = async (name: string, given: unknown, key?: string) => {
    const _meta = key === undefined ? {} : { "groundplan/idempotencyKey": key };
    const { result, error } = await send("tools/call", { name, arguments: given, _meta });
    return { text: result?.content[0]?.text, isError: result?.isError === true, error };
  };

  it.each([
    ["find", { constructor: 1 }, /^constructor: is not a known field/],
    ["get_plan", { toString: "x" }, /^toString: is not a known field/],
    ["save_specs", { plan: "PLAN-1", specs: [{ title: "x", valueOf: 1 }] }, /^specs\/0\/valueOf: is not a/],
    ["get_specs", { specs: nested(5000) }, /nested more than 100 levels/],
    ["find", { q: "a\0b" }, /^q: holds a NUL/],
    ["find", { q: "a\ud800b" }, /^q: holds a NUL or half/],
    ["report_work", { claim: "x.1", act: "done", evidence: many(200_000, {}) }, /^evidence: must have at/],
    ["save_specs", { plan: "PLAN-1", specs: [{ edits: many(1001, {}) }] }, /^specs\/0\/edits: must have at/],
    ["find", Object.fromEntries(many(1001, 0).map((_, n) => [`k${n}`, n])), /^must have at most 1000/],
  ] as const)("odd arguments of %s are told by their place: %#", async (name, given, said) => {
    const { text, isError, error } = await call(name, given);
    expect({ isError, error }).toEqual({ isError: true });
    expect(text).toMatch(said);
  });

  it("objects in the place of a text become no example's text", async () => {
    const given = { plan: "PLAN-1", specs: [{ title: "Pay", content: [{ text: "One." }] }] };
    const { text } = await call("save_specs", given);
    expect(text).toMatch(/^specs\/0\/content: must be a text\. Try: /);
    expect(text).not.toContain("[object");
  });

  it.each(["a\0b", "a\ud800b", "", "x".repeat(201)])("%j is no idempotency key", async (key) => {
    const { text, isError } = await call("save_plan", { project: "web", name: "Once" }, key);
    expect(isError).toBe(true);
    expect(text).toMatch(/^groundplan\/idempotencyKey must have 1 to 200 characters/);
  });

  it("several messages at once are refused", async () => {
    const answer = await world.bob.post("/mcp", [
      { jsonrpc: "2.0", id: 1, method: "tools/list" },
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
    ]);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe(-32_600);
  });

  it("a wrong cursor of resources is the caller's fault", async () => {
    const { error } = await send("resources/list", { cursor: "nowhere" });
    expect(error?.code).toBe(-32_602);
    expect(error?.message).toMatch(/cursor/);
  });
});
