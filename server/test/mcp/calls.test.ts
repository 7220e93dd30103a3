import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openJobsOf } from "../../src/jobs/database.test-support.ts";
import { enqueueDue } from "../../src/modules/connectors/probes/due.ts";
import { databases } from "../databases.ts";
import { expectError, expectInvalid } from "../expect-error.ts";
import { withRows } from "../own-connection.ts";
import { type Answer, openWorld, type World } from "../world.ts";
import { type Hostile, startHostile } from "./hostile.ts";
import { type Modern, startModern } from "./modern.ts";
import { type Peer, startEverything } from "./start-peer.ts";

const servers = "/v1/mcp-servers";
const env = {
  GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1",
  GROUNDPLAN_MCP_CALL_MS: "3000",
};

describe.each(databases)("calls of tools on $database", ({ create }) => {
  let world: World;
  let everything: Peer;
  let modern: Modern;
  let hostile: Hostile;
  beforeAll(async () => {
    [world, everything, modern, hostile] = await Promise.all([
      openWorld(create, { env }),
      startEverything(),
      startModern(),
      startHostile(),
    ]);
    const add = async (slug: string, url: string, more: object = {}) => {
      const body = { label: slug, slug, url, authMode: "anonymous", ...more };
      const made = await world.alice.post(servers, body);
      expect(made.body.server.lastProbe, slug).toMatchObject({ status: "ok" });
    };
    await add("everything", everything.url);
    await add("modern", modern.url, { authMode: "bearer", bearerToken: "token-of-modern" });
    await add("told", hostile.url("told"));
    await world.alice.post("/v1/projects", { name: "Web" });
  });
  afterAll(async () => {
    await world.close();
    await Promise.all([everything.close(), modern.close(), hostile.close()]);
  });
  const call = (tool: string, args: object = {}, more: object = {}, person = world.bob): Promise<Answer> =>
    person.post(`${servers}/${tool.replace(" ", "/tools/")}/call`, { arguments: args, ...more });
  const toolset = (id: string) => `/v1/connectors/${id}/toolsets`;
  const lastEvent = () =>
    world.context.db
      .selectFrom("events")
      .selectAll()
      .orderBy("created_at", "desc")
      .orderBy("seq", "desc")
      .executeTakeFirstOrThrow();

  it("a member uses a tool of the 2025 protocol, and the event names the tool and nothing that was said", async () => {
    const { status, body } = await call("everything echo", { message: "a word in private" });
    expect([status, body]).toEqual([
      200,
      {
        result: {
          content: [{ type: "text", text: expect.stringContaining("a word in private") }],
          isError: false,
          truncated: false,
        },
      },
    ]);
    const event = await lastEvent();
    expect([event.type, JSON.parse(event.data), event.actor_user_id]).toEqual([
      "tool.called",
      { connectorId: "x_everything", tool: "echo" },
      world.bob.userId,
    ]);
    expect(event.credential_id).not.toBeNull();
    const everythingSaid = await world.context.db.selectFrom("events").selectAll().execute();
    expect(JSON.stringify([everythingSaid, world.logged])).not.toContain("in private");
  });

  it("a member uses a tool of the 2026 protocol, with the workspace's token", async () => {
    const { body } = await call("modern add", { a: 2, b: 3 });
    expect(body.result).toEqual({ content: [{ type: "text", text: "5" }], isError: false, truncated: false });
    expect(new Set(modern.seen)).toEqual(new Set(["Bearer token-of-modern"]));
    const refused = await call("modern add", { a: "two" });
    expect(refused.body.result.isError).toBe(true);
  });

  it("a tool that asks back or needs a task answers in words", async () => {
    const asked = (await call("modern ask")).body.result;
    expect(asked).toEqual({
      content: [{ type: "text", text: expect.stringMatching(/asks something back/) }],
      isError: true,
      truncated: false,
    });
    const { tools } = (await world.alice.get(`${servers}/everything`)).body.server;
    const research = tools.find(({ name }: { name: string }) => name === "simulate-research-query");
    await world.alice.patch(toolset("x_everything"), { tools: { [research.name]: true } });
    const task = (await call(`everything ${research.name}`, { topic: "otters" })).body.result;
    expect([task.isError, task.content[0].text]).toEqual([
      true,
      expect.stringMatching(/with an asynchronous task/),
    ]);
  });

  it("an answer is capped, and one that is too large says so", async () => {
    const long = (await call("told say", { long: 500_000 })).body.result;
    expect([long.truncated, long.isError, long.content.length]).toEqual([true, false, 1]);
    const size = JSON.stringify(long).length;
    expect(size).toBeLessThan(300_000);
    expect(size, "of plain words as much is kept as is allowed").toBeGreaterThan(250_000);
    const parts = (await call("told say", { parts: 150 })).body.result;
    expect([parts.truncated, parts.content.length]).toEqual([true, 100]);
    const large = (await call("told say", { long: 3_000_000 })).body.result;
    expect(large).toEqual({
      content: [{ type: "text", text: "The answer of told is larger than allowed." }],
      isError: true,
      truncated: true,
    });
    expect((await call("told say", { fails: true })).body.result).toMatchObject({ isError: true });
    expect((await call("told say", { structured: true })).body.result.content).toEqual([
      { type: "text", text: '{"value":1}' },
    ]);
  });

  it("a known server says what is missing, also before its tools are first read", async () => {
    for (const id of ["context7", "github-mcp", "notion"]) {
      const off = await call(`${id} search`);
      expectError(off, "tool_disabled", id);
      expect(off.body.error.message).toMatch(/is switched off\. An owner/);
      expectError(await call(`${id} search`, {}, {}, world.vera), "forbidden", id);
      expectError(await call(`${id} search`, {}, { projectSlug: "no-such" }), "not_found", id);
    }
    await world.alice.patch(toolset("notion"), { enabled: true });
    const missing = await call("notion search");
    expectError(missing, "not_connected");
    expect(missing.body.error.message).toMatch(/^Connect Notion first/);
    const grantId = "018f0000-0000-7000-8000-000000000000";
    expectError(await call("notion search", {}, { grantId }), "not_connected");
    await world.alice.patch(toolset("notion"), { enabled: false });
    expectError(await call("told no-such-tool"), "not_found");
  });

  it("a server that fails in mid-call is 502, and one that hangs 504", async () => {
    await world.alice.patch(`${servers}/told`, { url: hostile.url("dies") });
    const died = await call("told say");
    expectError(died, "upstream_error");
    expect(died.body.error.details).toEqual({ provider: "x_told", reason: "reset" });
    await world.alice.patch(`${servers}/told`, { url: hostile.url("mute") });
    expectError(await call("told say"), "upstream_timeout");
    await world.alice.patch(`${servers}/told`, { url: hostile.url("told") });
  });

  it("a connector that is off at any level is 403 at the next request, with the level in words", async () => {
    const path = toolset("x_told");
    const disabled = async (words: RegExp, more: object = {}) => {
      const answer = await call("told say", {}, more);
      expectError(answer, "tool_disabled", String(words));
      expect(answer.body.error.message).toMatch(words);
    };
    const works = async (more: object = {}) => expect((await call("told say", {}, more)).status).toBe(200);
    const inProject = { projectSlug: "web" };
    await works(inProject);
    await world.alice.patch(path, { enabled: false });
    await disabled(/^told is switched off\. An owner/);
    await world.alice.patch(path, { enabled: true });
    await works();
    await world.bob.patch(path, { ...inProject, enabled: false });
    await disabled(/switched off in this project/, inProject);
    await works();
    await world.bob.patch(path, { ...inProject, enabled: null, tools: { say: false } });
    await disabled(/tool is switched off/, inProject);
    await works();
    await world.bob.patch(path, { ...inProject, tools: { say: null } });
    await works(inProject);
    await world.alice.patch(path, { tools: { say: false } });
    await disabled(/tool is switched off/);
    await world.alice.patch(path, { tools: { say: true } });
    hostile.state.tools = [hostile.tool("say", { description: "Changed." })];
    await world.alice.post(`${servers}/told/probe`);
    await disabled(/changed the tool/);
    await world.alice.patch(path, { tools: { say: true } });
    await works();
  });

  it("viewers and readers use no tool, and missing resources are 404", async () => {
    expectError(await call("told say", {}, {}, world.vera), "forbidden");
    expectError(await call("told say", {}, {}, await world.reader(world.bob)), "insufficient_scope");
    expectError(await call("told say", {}, {}, world.mallory), "not_found");
    expectError(await call("told none"), "not_found");
    expectError(await call("linear say"), "not_found");
    expectError(await call("told say", {}, { projectSlug: "none" }), "not_found");
    expectError(await call("told say", {}, { grantId: "none" }), "not_found");
    expectInvalid(await call("told say", [] as object), ["/arguments"]);
  });

  it("a call repeated under its key runs once", async () => {
    const before = hostile.state.calls;
    const key = { "idempotency-key": "call-once" };
    const path = `${servers}/told/tools/say/call`;
    const first = await world.bob.post(path, { arguments: {} }, key);
    expect(hostile.state.calls).toBe(before + 1);
    const second = await world.bob.post(path, { arguments: {} }, key);
    expect(second.body).toEqual(first.body);
    // Requests that end a session may come later.
    expect(hostile.state.calls).toBe(before + 1);
  });

  it("the switches of a connector show the effective state and its reason", async () => {
    const path = toolset("x_modern");
    const asked = async (query = "") => {
      const { connectorId, enabled, tools } = (await world.vera.get(path + query)).body;
      return [connectorId, enabled, tools[0].enabled, tools[0].reason];
    };
    const state = (workspace: boolean, project: boolean | null) => ({
      workspace,
      project,
      effective: workspace && project !== false,
    });
    const web = "?projectSlug=web";
    expect(await asked()).toEqual(["x_modern", state(true, null), state(true, null), undefined]);
    const off = await world.bob.patch(path, { projectSlug: "web", enabled: false });
    expect(off.body).toEqual({ connectorId: "x_modern", enabled: state(true, false) });
    expect(await asked(web)).toEqual(["x_modern", state(true, false), state(true, false), "project_off"]);
    expect(await asked()).toEqual(["x_modern", state(true, null), state(true, null), undefined]);
    const cleared = await world.bob.patch(path, { projectSlug: "web", enabled: null });
    expect(cleared.body.enabled).toEqual(state(true, null));
    await world.alice.patch(path, { enabled: false });
    // A project can't enable what the workspace has disabled.
    const forced = await world.bob.patch(path, { projectSlug: "web", enabled: true });
    expect(forced.body.enabled).toEqual(state(false, true));
    expect(await asked(web)).toEqual(["x_modern", state(false, true), state(false, null), "workspace_off"]);
    await world.alice.patch(path, { enabled: true });
    const curated = await world.alice.get(toolset("notion"));
    expect(curated.body).toEqual({ connectorId: "notion", enabled: state(false, null), tools: [] });
    const tracker = await world.alice.get(toolset("linear"));
    expect(tracker.body).toEqual({ connectorId: "linear", enabled: state(true, null), tools: [] });
  });

  it("owners switch for the workspace and members for a project; nobody else does", async () => {
    const path = toolset("x_modern");
    expectError(await world.bob.patch(path, { enabled: false }), "forbidden");
    expectError(await world.vera.patch(path, { enabled: false, projectSlug: "web" }), "forbidden");
    expectError(await world.alice.patch(path, { enabled: false, projectSlug: "none" }), "not_found");
    expectError(await world.mallory.patch(path, { enabled: false }), "not_found");
    expectInvalid(await world.alice.patch(path, { enabled: null }), ["/enabled"]);
    expectInvalid(await world.alice.patch(path, { tools: { add: null } }), ["/tools/add"]);
    expectInvalid(await world.alice.patch(path, { tools: { "a/b~": true } }), ["/tools/a~1b~0"]);
    const unknown = { projectSlug: "web", tools: { none: true } };
    expectInvalid(await world.bob.patch(path, unknown), ["/tools/none"]);
    const before = await lastEvent();
    await world.alice.patch(path, { enabled: true, tools: { add: true } });
    expect((await lastEvent()).seq).toBe(before.seq);
    await world.bob.patch(path, { projectSlug: "web", enabled: false, tools: { add: false, ask: true } });
    const event = await lastEvent();
    expect([event.type, event.project_slug, JSON.parse(event.data)]).toEqual([
      "connector.toolset_changed",
      "web",
      { connectorId: "x_modern", enabled: false, on: ["ask"], off: ["add"], cleared: [] },
    ]);
  });

  it("the service probes servers by itself, except those that are off", async () => {
    const { state, tool } = hostile;
    const due = async () => {
      const next_probe_at = new Date(Date.now() - 1000).toISOString();
      await withRows(world, (db) =>
        db
          .updateTable("connector_toolsets")
          .set({ next_probe_at })
          .where("connector_id", "=", "x_told")
          .execute(),
      );
      await world.command(enqueueDue, null);
      world.context.jobs.wake();
    };
    state.tools = [tool("say"), tool("by_itself")];
    await due();
    await expect
      .poll(async () => (await world.alice.get(`${servers}/told`)).body.server.tools.length)
      .toBe(2);
    const event = await lastEvent();
    expect([event.type, event.actor_user_id]).toEqual(["connector.tools_changed", null]);
    await world.alice.patch(toolset("x_told"), { enabled: false });
    const before = state.requests;
    await due();
    await expect.poll(() => openJobsOf(world.context.db, "connectors.probe")).toEqual([]);
    expect(state.requests).toBe(before);
  });
});
