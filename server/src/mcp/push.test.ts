import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withRows } from "../../test/own-connection.ts";
import { type Bench, databases, freshPlan, openBench, type Sandbox } from "../modules/push/testing.ts";
import { Agent, sizeOf } from "./client.test-support.ts";

describe.each(databases)("$database: push_plan", ({ create }) => {
  let bench: Bench;
  let sandbox: Sandbox;
  let agent: Agent;
  let other: Agent;
  let plan: string;
  beforeAll(async () => {
    bench = await openBench(create);
    sandbox = await freshPlan(bench);
    plan = sandbox.main.split("/").at(-1) ?? "";
    const url = `${await bench.world.app.listen({ host: "127.0.0.1", port: 0 })}/mcp`;
    agent = await new Agent().connect(url, bench.alice.key);
    other = await new Agent().connect(url, bench.world.bob.key);
  });
  afterAll(async () => {
    await agent.client.close();
    await other.client.close();
    await bench.close();
  });

  const preview = async () => {
    const text = await agent.call("push_plan", { plan });
    expect(sizeOf(text)).toBeLessThanOrEqual(600);
    return /preview=(\S+)/.exec(text)?.[1] ?? "";
  };

  it("writes nothing without a token that its own dry run gave to this credential", async () => {
    const token = await preview();
    const text = await agent.call("push_plan", { plan });
    expect(text).toContain(`create: ${plan}`);
    const changed = token.slice(0, -1) + (token.endsWith("x") ? "y" : "x");
    expect((await agent.try("push_plan", { plan, preview: "made-up" })).isError).toBe(true);
    expect((await agent.try("push_plan", { plan, preview: changed })).isError).toBe(true);
    expect((await other.try("push_plan", { plan, preview: token })).isError).toBe(true);
    const sub = sandbox.sub.split("/").at(-1) ?? "";
    expect((await agent.try("push_plan", { plan: sub, preview: token })).isError).toBe(true);
    expect((await bench.alice.get(`${sandbox.main}/pushes`)).body.pushes).toEqual([]);
  });

  it("describes a push of many specs in 600 tokens, with its token at the end", async () => {
    const wide = await freshPlan(bench);
    const specs = Array.from({ length: 40 }, (_, n) => ({
      title: `支払い ${n}`,
      content: "Text.",
      effort: 2,
    }));
    await bench.alice.post(`${wide.main}/specs/batch`, { specs });
    const handle = wide.main.split("/").at(-1) ?? "";
    const listed = await agent.call("push_plan", { plan: handle });
    expect(sizeOf(listed)).toBeLessThanOrEqual(600);
    const [, token = ""] = /preview=(\S+) pushes exactly this/.exec(listed) ?? [];
    await bench.alice.patch(`${wide.main}/specs/SPEC-1`, { content: "Changed." });
    const { text } = await agent.try("push_plan", { plan: handle, preview: token });
    expect(sizeOf(text)).toBeLessThanOrEqual(600);
    expect(text).toMatch(/ Try: push_plan \{"plan":"PLAN-\d+","preview":"[^"]+"\}$/);
    const [, fresh = ""] = /preview=(\S+)/.exec(text) ?? [];
    const pushed = await agent.call("push_plan", { plan: handle, preview: fresh });
    expect(sizeOf(pushed)).toBeLessThanOrEqual(600);
  });

  it("pushes only what was previewed, once, and a repetition answers that push's result", async () => {
    const old = await preview();
    await bench.alice.patch(`${sandbox.main}/specs/SPEC-1`, { content: "Another text." });
    const refused = await agent.try("push_plan", { plan, preview: old });
    expect(refused.text).toMatch(/^preview: the push would be another one by now:\n/);
    const [, token = ""] = /preview=(\S+)/.exec(refused.text) ?? [];
    const pushed = await agent.call("push_plan", { plan, preview: token });
    expect(pushed).toMatch(/^pushed · /);
    expect(await agent.call("push_plan", { plan, preview: token })).toBe(pushed);
    expect((await bench.alice.get(`${sandbox.main}/pushes`)).body.pushes).toHaveLength(1);
    // A day later, before the sweep: the answer is forgotten, and the token pushes nothing anew.
    await withRows(bench.world, (db) =>
      db.updateTable("idempotency_keys").set({ expires_at: "2026-01-01T00:00:00.000Z" }).execute(),
    );
    expect((await agent.try("push_plan", { plan, preview: token })).isError).toBe(true);
    expect((await bench.alice.get(`${sandbox.main}/pushes`)).body.pushes).toHaveLength(1);
  });
});
