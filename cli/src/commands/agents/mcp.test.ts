import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sizeOf } from "../../../../server/src/mcp/client.test-support.ts";
import { databases } from "../../../../server/test/databases.ts";
import { setUpWorld } from "../../../../server/test/world.ts";
import { closedAfterEach, connectNew, connectOld, startProxy, startRaw } from "../../mcp/mcp.test-support.ts";
import { groundplan, groundplanHere } from "../../testing.ts";

const libraries = [
  { revision: "2026-07-28", connect: connectNew, agent: "coder 1" },
  { revision: "2025-11-25", connect: connectOld, agent: "older 1" },
];

const claimIn = (text: string) => /^claim (\S+)/m.exec(text)?.[1] ?? "none";
const specIn = (text: string) => /PLAN-\d+\/SPEC-\d+/.exec(text)?.[0] ?? "none";

describe.each(databases)("$database: `groundplan mcp`", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  const closing = closedAfterEach();
  let url: string;
  let env: Record<string, string>;
  let plan: string;

  beforeAll(async () => {
    url = await world.app.listen({ host: "127.0.0.1", port: 0 });
    env = { GROUNDPLAN_URL: url, GROUNDPLAN_API_KEY: world.bob.key };
  });
  beforeEach(async () => {
    plan = (await world.bob.post("/v1/projects/web/plans", { name: "Launch" })).body.plan.shortId;
    await world.bob.patch(`/v1/projects/web/plans/${plan}`, { status: "READY" });
    for (const title of ["Refunds", "Invoices", "Receipts"])
      await world.bob.post(`/v1/projects/web/plans/${plan}/specs`, { title, readiness: 5 });
  });
  const claims = async () => (await world.bob.get("/v1/claims?state=all&limit=200")).body.claims;
  const held = async () => (await world.bob.get("/v1/claims?own=true")).body.claims;
  const releaseAll = async () => {
    for (const { id } of await held()) await world.bob.post(`/v1/claims/${id}/release`, {});
  };

  it.each(libraries)(
    "a client of $revision claims, reports and gets the next spec",
    async ({ connect, agent }) => {
      const client = closing(await connect({ env, args: ["--tools", "work"] }));
      expect(await client.tools()).toHaveLength(5);
      const claimed = await client.call("claim_work", { plan });
      const done = await client.call("report_work", {
        claim: claimIn(claimed),
        act: "done",
        note: "Built.",
        next: true,
      });
      expect(done).toMatch(new RegExp(`^${specIn(claimed)} DONE`));
      expect(claimIn(done)).not.toBe(claimIn(claimed));
      expect(specIn(done.split("\n")[1] ?? "")).not.toBe(specIn(claimed));
      const ours = (await claims()).find(({ id }: { id: string }) => claimIn(done).startsWith(id));
      expect(ours.agent).toBe(agent);
      await client.call("report_work", { claim: claimIn(done), act: "release" });
    },
  );

  it.each(libraries)(
    "a write whose answer was lost is repeated under its key and done once, by $revision",
    async ({ connect }) => {
      const proxy = closing(await startProxy(url));
      const client = closing(await connect({ env: { ...env, GROUNDPLAN_URL: proxy.url } }));
      let left = 3;
      proxy.decide((body) => (body.includes('"tools/call"') && left-- > 0 ? "cut" : "pass"));
      const before = (await claims()).length;
      const claimed = await client.call("claim_work", { plan });
      expect(claimed).not.toContain("yours from before?");
      expect(await claims()).toHaveLength(before + 1);
      left = 1;
      const done = { claim: claimIn(claimed), act: "done", next: true };
      const next = await client.call("report_work", done);
      expect(next).toMatch(new RegExp(`^${specIn(claimed)} DONE.*\nclaim `));
      left = 1;
      await client.call("save_plan", { project: "web", name: `Once ${plan}` });
      expect(await client.call("find", { q: `"Once ${plan}"`, project: "*" })).toMatch(/^PLAN-\d+ .*$/);
      const keys = proxy.bodies
        .map((body) => JSON.parse(body))
        .filter(({ method }) => method === "tools/call")
        .map(({ params }) => params._meta["groundplan/idempotencyKey"]);
      const times = [...Map.groupBy(keys, (key) => key)].map(([, same]) => same.length);
      expect(times).toEqual([4, 2, 2, 1]);
      await releaseAll();
    },
  );

  it("two processes that share a key hold different claims, and each is told of the other's spec without its number", async () => {
    const [one, two] = await Promise.all(
      [connectNew({ env }), connectOld({ env })].map(async (it) => closing(await it)),
    );
    if (!one || !two) expect.fail();
    // At once, so that neither sees the other's claim before it takes its own.
    const [first, second] = await Promise.all([
      one.call("claim_work", { plan }),
      two.call("claim_work", { plan }),
    ]);
    expect(claimIn(first)).not.toBe(claimIn(second));
    expect(specIn(first)).not.toBe(specIn(second));
    const third = await one.call("claim_work", { plan });
    const named = /^yours from before\? (.*)$/m.exec(third)?.[1] ?? "";
    for (const spec of [first, second].map(specIn)) expect(named).toMatch(`${spec} is free again at `);
    for (const number of [first, second].map(claimIn)) expect(third).not.toContain(number.split(".")[0]);
    // The number is what a claim is used by, and each process has only its own.
    for (const [client, text] of [
      [one, first],
      [two, second],
      [one, third],
    ] as const)
      expect(await client.call("report_work", { claim: claimIn(text), act: "done" })).toMatch(
        new RegExp(`^${specIn(text)} DONE`),
      );
    expect((await two.try("claim_work", { plan })).text).not.toMatch(/^claim /);
  });

  it("gives calls that name no place the project of `.groundplan.json`, unless they ask for all", async () => {
    await world.alice.post("/v1/projects", { name: "Shop" });
    await world.bob.post("/v1/projects/shop/plans", { name: "Till" });
    const folder = mkdtempSync(join(tmpdir(), "groundplan-mcp-"));
    writeFileSync(join(folder, ".groundplan.json"), JSON.stringify({ project: "shop" }));
    const client = closing(await connectNew({ env, cwd: folder }));
    expect(client.instructions()).toMatch(/ about shop; project "\*" is all\.$/);
    expect(sizeOf(client.instructions() ?? "")).toBeLessThanOrEqual(80);
    const listed = await client.call("find");
    expect(listed).toContain("Till");
    expect(listed).not.toContain("Launch");
    for (const given of [{ project: "*" }, { project: "web" }, { q: plan }])
      expect(await client.call("find", given)).toContain("Launch");
    const [made] = (await client.call("save_plan", { name: "Scales" })).split(" ");
    expect(await client.call("get_plan", { plan: made })).toContain("project shop");
    const [below] = (await client.call("save_plan", { name: "Part", parent: plan })).split(" ");
    expect(await client.call("get_plan", { plan: below })).toContain("project web");
    await client.call("save_plan", { plan, description: "Changed." });
    await client.call("add_context", { plan, title: "Notes", text: "Of the plan." });
    await client.call("add_context", { title: "Notes", text: "Of the project." });
    expect(await client.call("find", { kind: "source" })).toContain("Notes");
    expect(await client.call("get_guide")).toContain("spec: ");
    expect((await client.try("claim_work")).text).not.toMatch(/^claim /);
    expect(claimIn(await client.call("claim_work", { plan }))).not.toBe("none");
    const tools = await client.tools();
    const withProject = tools.filter(({ inputSchema }) => "project" in (inputSchema.properties ?? {}));
    expect(withProject.map(({ name }) => name).toSorted()).toEqual([
      "add_context",
      "claim_work",
      "find",
      "get_guide",
      "save_plan",
    ]);
    await releaseAll();
    rmSync(folder, { recursive: true });
  });

  it("says once on standard error as whom and where, and ends with its input after running requests", async () => {
    const raw = startRaw({ env, args: ["--project", "web"] });
    raw.send({ id: "a", method: "tools/call", params: { name: "find" } });
    raw.end();
    const { code, stdout, stderr } = await raw.ended;
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `groundplan mcp: ${world.bob.email}, workspace acme, scope write, at ${url}, project web unless a call names another\n`,
    });
    expect(JSON.parse(stdout)).toMatchObject({
      id: "a",
      result: { content: [{ text: expect.any(String) }] },
    });
  });

  it("a key that may only read is offered reading tools, and a refused one is told so", async () => {
    const key = await world.key(world.bob.email, "acme", "read");
    const client = closing(await connectOld({ env: { ...env, GROUNDPLAN_API_KEY: key } }));
    expect(await client.tools()).toHaveLength(5);
    expect(await client.try("save_plan", { name: "No", project: "web" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("may only read"),
    });
    const { keys } = (await world.bob.get("/v1/api-keys")).body;
    const { id } = keys.find(({ scope }: { scope: string }) => scope === "read");
    await world.bob.delete(`/v1/api-keys/${id}`);
    expect(await client.try("find")).toMatchObject({
      isError: true,
      text: expect.stringMatching(
        /GROUNDPLAN_API_KEY: it is unknown, revoked or expired.*start this MCP server again/,
      ),
    });
    const refused = await groundplan(["mcp"], { ...env, GROUNDPLAN_API_KEY: key });
    expect([refused.code, refused.stdout]).toEqual([4, ""]);
  });
});

it("ends with 4 and says how to sign in if there is no credential", async () => {
  const { code, stdout, stderr } = await groundplan(["mcp"]);
  expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
  expect(stderr).toContain("`groundplan login`");
});

it("prints a block for AGENTS.md of at most 150 tokens, without a credential", async () => {
  const { code, stdout } = await groundplanHere(["mcp", "--agents-md"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^## Plans\n(?:.*\n)+.* are data.*\n$/);
  for (const tool of ["claim_work", "report_work", "get_context", "save_plan", "save_specs", "find"])
    expect(stdout).toContain(`\`${tool}\``);
  expect(sizeOf(stdout)).toBeLessThanOrEqual(150);
});
