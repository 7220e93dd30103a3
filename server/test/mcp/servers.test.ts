import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepAction } from "../../src/dispatch/idempotency/commands.ts";
import { databases } from "../databases.ts";
import { expectError, expectInvalid } from "../expect-error.ts";
import { killedAt } from "../killed-at.ts";
import { openWorld, type World } from "../world.ts";
import { type Peer, startContext7, startEverything } from "./start-peer.ts";

const servers = "/v1/mcp-servers";
const env = { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" };

describe.each(databases)("MCP servers on $database", ({ create }) => {
  let world: World;
  let everything: Peer;
  let context7: Peer;
  beforeAll(async () => {
    [world, everything, context7] = await Promise.all([
      openWorld(create, { env }),
      startEverything(),
      startContext7(),
    ]);
  });
  afterAll(async () => {
    await world.close();
    await Promise.all([everything.close(), context7.close()]);
  });
  const events = async () =>
    (await world.context.db.selectFrom("events").select(["type", "data"]).orderBy("seq").execute()).map(
      ({ type, data }) => [type, JSON.parse(data)],
    );

  it("an owner adds a server of the 2025 protocol, whose reading tools are on and the rest off", async () => {
    const body = { label: "Every thing", url: everything.url, authMode: "anonymous" };
    const made = await world.alice.post(servers, body);
    expect([made.status, made.body.server]).toMatchObject([
      201,
      {
        slug: "every-thing",
        connectorId: "x_every-thing",
        label: "Every thing",
        authMode: "anonymous",
        enabled: true,
        toolCap: 64,
        lastProbe: { status: "ok", error: null },
      },
    ]);
    const { tools } = made.body.server;
    expect(made.body.probe).toEqual({ toolsDiscovered: tools.length, toolsDropped: [] });
    expect(tools.length).toBeGreaterThan(8);
    for (const { enabled, access } of tools) expect(enabled).toBe(access === "read");
    expect(new Set(tools.map(({ access }: { access: string }) => access))).toEqual(
      new Set(["read", "write"]),
    );
    const { id } = made.body.server;
    expect((await events()).slice(-2)).toEqual([
      ["mcp_server.created", { slug: "every-thing" }],
      [
        "connector.tools_changed",
        { connectorId: "x_every-thing", added: tools.length, changed: 0, removed: 0 },
      ],
    ]);
    const shown = await world.vera.get(`${servers}/every-thing`);
    expect(shown.body).toEqual({
      server: made.body.server,
      toolset: { count: tools.length, discoveredAt: made.body.server.lastProbe.at },
    });
    const listed = (await world.bob.get("/v1/connectors")).body.connectors.at(-1);
    expect(listed).toMatchObject({
      id: "x_every-thing",
      kind: "mcp",
      connectScope: "workspace",
      tools: { enabled: true, curated: tools.length },
      connection: { connected: true },
    });
    expect(id).toBe(shown.body.server.id);
  });

  it("an owner adds a server of the 2026 protocol", async () => {
    const body = { label: "Docs", slug: "docs", url: context7.url, authMode: "anonymous" };
    const { body: made } = await world.alice.post(servers, body);
    expect(made.server).toMatchObject({ slug: "docs", lastProbe: { status: "ok" } });
    expect(made.server.tools).toHaveLength(2);
    expect(made.server.tools.every(({ enabled }: { enabled: boolean }) => enabled)).toBe(true);
    const ids = (await world.alice.get(servers)).body.servers.map(({ slug }: { slug: string }) => slug);
    expect(ids).toEqual(["every-thing", "docs"]);
  });

  it("a probe without changes writes no event, and a repeated request adds nothing", async () => {
    const before = (await events()).length;
    const probed = await world.alice.post(`${servers}/docs/probe`);
    expect([probed.status, probed.body.probe.toolsDiscovered]).toEqual([200, 2]);
    expect((await events()).length).toBe(before);
    const key = { "idempotency-key": "add-once" };
    const body = { label: "Twice", url: context7.url, authMode: "anonymous" };
    const first = await killedAt(world, keepAction, () => world.alice.post(servers, body, key));
    const second = await world.alice.post(servers, body, key);
    expect(second.body).toEqual(first.body);
    expect(second.headers["idempotent-replayed"]).toBe("true");
    expectError(await world.alice.post(servers, { ...body, slug: "twice" }), "slug_taken");
    const { body: third } = await world.alice.post(servers, body);
    expect(third.server.slug).toBe("twice-2");
  });

  it("a change without a probe repeats the last figures, and its switches match the toolset's", async () => {
    const { tools, ...before } = (await world.alice.get(`${servers}/every-thing`)).body.server;
    const wanted = {
      label: "All",
      tools: [{ name: "echo", enabled: false }],
      description: "For trying out.",
    };
    const { body } = await world.alice.patch(`${servers}/every-thing`, wanted);
    expect(body.server).toMatchObject({ label: "All", description: "For trying out.", slug: before.slug });
    expect(body.server.lastProbe).toEqual(before.lastProbe);
    expect(body.probe).toEqual({ toolsDiscovered: tools.length, toolsDropped: [] });
    const echo = body.server.tools.find(({ name }: { name: string }) => name === "echo");
    expect(echo.enabled).toBe(false);
    expect((await events()).slice(-2)).toEqual([
      ["mcp_server.updated", { slug: "every-thing", changed: ["label", "description"] }],
      ["connector.toolset_changed", { connectorId: "x_every-thing", on: [], off: ["echo"] }],
    ]);
    const updatedAt = async () => (await world.alice.get(`${servers}/every-thing`)).body.server.updatedAt;
    expect(body.server.updatedAt > before.updatedAt).toBe(true);
    expect(await updatedAt()).toBe(body.server.updatedAt);
    const off = await world.alice.patch(`${servers}/every-thing`, { enabled: false });
    expect(off.body.server.enabled).toBe(false);
    const on = await world.alice.patch(`${servers}/every-thing`, {
      enabled: true,
      tools: [{ name: "echo", enabled: true }],
    });
    const same = await world.alice.patch(`${servers}/every-thing`, { label: "All" });
    for (const { server } of [off.body, on.body, same.body])
      expect(server.updatedAt, "of a server that is as before").toBe(body.server.updatedAt);
    expect(await updatedAt()).toBe(body.server.updatedAt);
    const unknown = await world.alice.patch(`${servers}/docs`, { tools: [{ name: "none", enabled: true }] });
    expectInvalid(unknown, ["/tools/0/name"]);
  });

  it("a token is stored encrypted, shown nowhere, and sent only to the host that it was given for", async () => {
    const token = "mcp-token-that-nobody-sees";
    const body = { label: "Locked", url: everything.url, authMode: "bearer" };
    expectInvalid(await world.alice.post(servers, body), ["/bearerToken"]);
    const extra = { ...body, authMode: "anonymous", bearerToken: token };
    expectInvalid(await world.alice.post(servers, extra), ["/bearerToken"]);
    const made = await world.alice.post(servers, { ...body, bearerToken: ` ${token}\n` });
    expect(made.body.server).toMatchObject({ authMode: "bearer", lastProbe: { status: "ok" } });
    const path = `${servers}/locked`;
    const hint = async () =>
      (await world.alice.get("/v1/connectors")).body.connectors.find(
        ({ id }: { id: string }) => id === "x_locked",
      ).connection.keyHint;
    expect(await hint()).toBe("…sees");
    await world.alice.patch(path, { label: "Locked well" });
    expect(await hint()).toBe("…sees");
    expectInvalid(await world.alice.patch(path, { url: context7.url }), ["/bearerToken"]);
    const moved = await world.alice.patch(path, { url: context7.url, bearerToken: `${token}-2` });
    expect(moved.body.server).toMatchObject({ url: context7.url, lastProbe: { status: "ok" } });
    expect(moved.body.server.tools).toHaveLength(2);
    expect(await hint()).toBe("…es-2");
    const rows = await Promise.all([
      world.context.db.selectFrom("mcp_servers").selectAll().execute(),
      world.context.db.selectFrom("events").selectAll().execute(),
    ]);
    const answers = [made.body, moved.body, (await world.alice.get("/v1/connectors")).body];
    expect(JSON.stringify([rows, answers, world.logged])).not.toContain("nobody-sees");
    const opened = await world.alice.patch(path, { authMode: "anonymous" });
    expect(opened.body.server.authMode).toBe("anonymous");
    expect(await hint()).toBeNull();
    const row = await world.context.db
      .selectFrom("mcp_servers")
      .select(["sealed_token", "token_set_by"])
      .where("slug", "=", "locked")
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ sealed_token: null, token_set_by: null });
  });

  it("only owners change servers, members read them, and another workspace sees none of them", async () => {
    const body = { label: "Mine", url: context7.url, authMode: "anonymous" };
    for (const person of [world.bob, world.vera]) {
      expectError(await person.post(servers, body), "forbidden");
      expectError(await person.patch(`${servers}/docs`, { label: "Mine" }), "forbidden");
      expectError(await person.post(`${servers}/docs/probe`), "forbidden");
      expectError(await person.delete(`${servers}/docs`), "forbidden");
      expect((await person.get(`${servers}/docs`)).status).toBe(200);
    }
    expectError(await world.mallory.get(`${servers}/docs`), "not_found");
    expectError(await world.mallory.patch(`${servers}/docs`, { label: "Mine" }), "not_found");
    expect((await world.mallory.get(servers)).body.servers).toEqual([]);
  });

  it("an invalid address is refused, and a forbidden one is saved with the reason", async () => {
    for (const url of ["docs", "ftp://example.com", "https://user:secret@example.com/mcp"])
      expectInvalid(await world.alice.post(servers, { label: "No", url, authMode: "anonymous" }), ["/url"]);
    const metadata = { label: "Inside", url: "http://169.254.169.254/mcp", authMode: "anonymous" };
    const { body } = await world.alice.post(servers, metadata);
    expect(body.server).toMatchObject({
      tools: [],
      lastProbe: { status: "blocked_address", error: expect.stringMatching(/private network/) },
    });
    expect(body.probe).toEqual({ toolsDiscovered: 0, toolsDropped: [] });
    const nobody = await world.alice.patch(`${servers}/inside`, { url: "http://127.0.0.1:9/mcp" });
    expect(nobody.body.server.lastProbe.status).toBe("unreachable");
    const shown = (await world.alice.get(`${servers}/inside`)).body;
    expect(shown.toolset).toEqual({ count: 0, discoveredAt: shown.server.createdAt });
  });

  it("a deleted server is gone with its tools and switches", async () => {
    await world.alice.post("/v1/projects", { name: "Web" });
    const off = { enabled: false, projectSlug: "web", tools: { "get-library-docs": false } };
    await world.alice.patch("/v1/connectors/x_twice/toolsets", { ...off, tools: {} });
    const gone = await world.alice.delete(`${servers}/twice`);
    expect([gone.status, gone.body]).toEqual([200, { deleted: true }]);
    expectError(await world.alice.get(`${servers}/twice`), "not_found");
    expectError(await world.alice.get("/v1/connectors/x_twice/toolsets"), "not_found");
    for (const table of ["connector_tools", "connector_toolsets", "project_toolsets"] as const) {
      const rows = await world.context.db.selectFrom(table).select("connector_id").execute();
      expect(rows.map((row) => row.connector_id)).not.toContain("x_twice");
    }
    // The server that now has the slug gets its connector id and nothing of the old one.
    const taker = { label: "Taker", slug: "twice", url: everything.url, authMode: "anonymous" };
    await world.alice.post(servers, taker);
    const toolset = (await world.alice.get("/v1/connectors/x_twice/toolsets?projectSlug=web")).body;
    expect(toolset.enabled).toEqual({ workspace: true, project: null, effective: true });
    const names = toolset.tools.map(({ name }: { name: string }) => name);
    expect([names.includes("echo"), names.includes("get-library-docs")]).toEqual([true, false]);
    const call = (tool: string) =>
      world.bob.post(`${servers}/twice/tools/${tool}/call`, { arguments: { message: "m" } });
    expect((await call("echo")).status).toBe(200);
    expectError(await call("get-library-docs"), "not_found");
    const connected = await world.bob.post("/v1/connectors/x_twice/connect", {});
    expect(connected.body).toEqual({ mode: "already_connected", connected: true, connector: "x_twice" });
  });
});
