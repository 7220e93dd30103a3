import { faults, type GitHubStandIn, startGitHub } from "@groundplan/tracker-stand-ins/github";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectInvalid } from "../../../test/expect-error.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { openConnection } from "./open-connection.ts";

const connect = "/v1/connectors/github/connect";
const connection = "/v1/connectors/github/connection";
const tracker = "/v1/projects/web/tracker";
const aim = { provider: "tracker_c", target: { repository: "acme/web" } };

describe.each(databases)("connectors on $database", ({ create }) => {
  let world: World;
  let github: GitHubStandIn;
  beforeAll(async () => {
    github = await startGitHub();
    world = await openWorld(create, {
      env: { GROUNDPLAN_GITHUB_API_URL: github.url, GROUNDPLAN_PUBLIC_URL: "https://plans.example.com" },
    });
    await world.alice.post("/v1/projects", { name: "Web" });
  });
  beforeEach(() => world.alice.delete(connection));
  afterAll(async () => {
    await world.close();
    await github.close();
    expect(github.violations).toEqual([]);
  });

  const code = async (asked: Promise<{ status: number; body: { error?: { code: string } } }>) => {
    const { status, body } = await asked;
    return [status, body.error?.code];
  };
  const shown = async () =>
    (await world.alice.get("/v1/connectors")).body.connectors.find(
      ({ id }: { id: string }) => id === "github",
    );

  it("lists the three trackers first, with the workspace's connection", async () => {
    const { body } = await world.vera.get("/v1/connectors");
    const trackers = body.connectors.slice(0, 3);
    expect(trackers.map((one: { id: string; provider: string }) => [one.id, one.provider])).toEqual([
      ["linear", "tracker_a"],
      ["jira", "tracker_b"],
      ["github", "tracker_c"],
    ]);
    expect(trackers[2]).toMatchObject({
      kind: "tracker",
      connectScope: "workspace",
      tools: { enabled: true, curated: 0 },
      auth: { oauth: false, oauthOnly: false, acceptsApiKey: true },
      links: {
        connect: "https://plans.example.com/v1/connectors/github/connect",
        toolsets: "https://plans.example.com/v1/connectors/github/toolsets",
      },
    });
    expect(trackers[2].connection).toEqual({
      scope: "workspace",
      connected: false,
      keyHint: null,
      account: null,
      connectedBy: null,
      connectedAt: null,
    });
  });

  it("lists well-known MCP servers, which are off and connected by each person", async () => {
    const { body } = await world.vera.get("/v1/connectors");
    const notion = body.connectors.find(({ id }: { id: string }) => id === "notion");
    expect(notion).toEqual({
      id: "notion",
      kind: "mcp",
      provider: null,
      label: "Notion",
      vendor: "Notion",
      description: expect.stringMatching(/\.$/),
      connectScope: "personal",
      auth: { oauth: true, oauthOnly: true, acceptsApiKey: false },
      tools: { enabled: false, curated: 15 },
      connection: { scope: "personal", connected: false, grants: [], maxGrants: 5 },
      links: {
        connect: "https://plans.example.com/v1/connectors/notion/connect",
        toolsets: "https://plans.example.com/v1/connectors/notion/toolsets",
      },
    });
    const ids = body.connectors.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(new Set(ids).size);
    expect(await code(world.alice.get("/v1/connectors/notion/targets"))).toEqual([404, "not_found"]);
  });

  it.each([
    ["an empty body", {}],
    ["only a project", { projectSlug: "web" }],
    ["no tools", { tools: {} }],
    ["no tools of a project", { projectSlug: "web", tools: {} }],
  ])("a change of switches that names no switch is 400: %s", async (_what, body) => {
    const answer = await world.alice.patch("/v1/connectors/notion/toolsets", body);
    expectInvalid(answer, [""]);
    expect(answer.body.error.message).toContain("changes nothing: send `enabled`, or `tools`");
  });

  it("pages the connectors without a gap", async () => {
    const whole = (await world.alice.get("/v1/connectors")).body.connectors;
    const seen: unknown[] = [];
    for (let cursor = ""; ; ) {
      const page = await world.alice.get(`/v1/connectors?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.body.connectors);
      if (page.body.nextCursor === undefined) break;
      cursor = page.body.nextCursor;
    }
    expect(seen).toEqual(whole);
    expect(whole.length).toBeGreaterThan(10);
  });

  it("connects with a key that GitHub accepts, and shows only a hint of it", async () => {
    const { alice } = world;
    const { body, status } = await alice.post(connect, {
      apiKey: ` ${github.token}\n`,
      returnTo: "/settings",
    });
    expect([status, body]).toEqual([
      200,
      {
        mode: "workspace_key",
        connected: true,
        connector: "github",
        message: "GitHub Issues is connected as planner.",
      },
    ]);
    expect((await shown()).connection).toMatchObject({
      connected: true,
      keyHint: `…${github.token.slice(-4)}`,
      account: "planner",
      connectedBy: alice.userId,
      connectedAt: expect.any(String),
    });
    const again = await alice.post(connect, {});
    expect(again.body).toEqual({ mode: "already_connected", connected: true, connector: "github" });
  });

  it("keeps the key encrypted, bound to its row, and out of every answer, event and log line", async () => {
    await world.alice.post(connect, { apiKey: github.token });
    const rows = await world.context.db.selectFrom("connections").selectAll().execute();
    const events = await world.context.db.selectFrom("events").selectAll().execute();
    expect(JSON.stringify([rows, events, world.logged, await shown()])).not.toContain(github.token);
    const [row] = rows;
    if (!row?.secret) throw new Error("not connected");
    const moved = { ...row, secret: row.secret, id: "another-row" };
    await expect(openConnection(world.context, moved)).rejects.toThrow("can't be opened");
  });

  it("refuses a key that GitHub refuses, at /apiKey and without repeating it", async () => {
    const { status, body } = await world.alice.post(connect, { apiKey: "ghp_not-a-key-of-anyone" });
    expect([status, body.error.code, body.error.details[0].path]).toEqual([
      400,
      "invalid_request",
      "/apiKey",
    ]);
    expect(JSON.stringify(body)).not.toContain("not-a-key");
    for (const apiKey of ["", "  ", "two words", "schlüssel", "a\u0007b"]) {
      expect(await code(world.alice.post(connect, { apiKey }))).toEqual([400, "invalid_request"]);
    }
    expect((await shown()).connection.connected).toBe(false);
  });

  it("names the failed service if GitHub does not answer", async () => {
    github.faults.always({}, faults.serverError(500, "before"));
    const { status, body } = await world.alice.post(connect, { apiKey: github.token });
    github.faults.clear();
    expect([status, body.error.code, body.error.details]).toEqual([
      502,
      "upstream_error",
      { provider: "tracker_c", reason: "status" },
    ]);
    expect(JSON.stringify(body)).not.toContain("Unicorn");
  });

  it("lets only owners connect and disconnect", async () => {
    for (const person of [world.bob, world.vera]) {
      expect(await code(person.post(connect, { apiKey: github.token }))).toEqual([403, "forbidden"]);
      expect(await code(person.delete(connection))).toEqual([403, "forbidden"]);
    }
    const reader = await world.reader(world.alice);
    expect(await code(reader.post(connect, { apiKey: github.token }))).toEqual([403, "insufficient_scope"]);
  });

  it("answers each connection that is not possible with its own code", async () => {
    const { alice } = world;
    expect(await code(alice.post("/v1/connectors/trello/connect", {}))).toEqual([404, "not_found"]);
    expect(await code(alice.post(connect, {}))).toEqual([409, "not_configured"]);
    expect(await code(alice.delete(connection))).toEqual([409, "not_connected"]);
    expect(await code(alice.delete("/v1/connectors/jira/connection"))).toEqual([409, "not_connected"]);
    const away = { apiKey: github.token, returnTo: "//evil.example" };
    expect(await code(alice.post(connect, away))).toEqual([400, "invalid_return_to"]);
  });

  it("replays the answer to a repeated request, and keeps no key with it", async () => {
    const headers = { "idempotency-key": "connect-once" };
    const first = await world.alice.post(connect, { apiKey: github.token }, headers);
    const calls = github.log.length;
    const second = await world.alice.post(connect, { apiKey: github.token }, headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers["idempotent-replayed"]).toBe("true");
    expect(github.log.length).toBe(calls);
    const kept = await world.context.db.selectFrom("idempotency_keys").selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(github.token);
  });

  it("belongs to its workspace only", async () => {
    await world.alice.post(connect, { apiKey: github.token });
    const { body } = await world.mallory.get("/v1/connectors");
    expect(body.connectors[2].connection.connected).toBe(false);
    expect(await code(world.mallory.get("/v1/connectors/github/targets"))).toEqual([409, "not_connected"]);
  });

  it("keeps the connection's id on the same host, so that the ledger stays valid", async () => {
    const id = async () =>
      (await world.context.db.selectFrom("connections").select("id").execute()).map((row) => row.id);
    await world.alice.post(connect, { apiKey: github.token });
    const before = await id();
    await world.alice.delete(connection);
    expect((await shown()).connection).toMatchObject({ connected: false, keyHint: null, account: null });
    const [forgotten] = await world.context.db.selectFrom("connections").select("secret").execute();
    expect(forgotten?.secret).toBeNull();
    await Promise.all([1, 2, 3].map(() => world.alice.post(connect, { apiKey: github.token })));
    expect(await id()).toEqual(before);
  });

  it("makes one connection, however many connect at once", async () => {
    const { mallory, context } = world;
    await Promise.all([1, 2, 3].map(() => mallory.post(connect, { apiKey: github.token })));
    const made = await context.db
      .selectFrom("events")
      .select("subject_id")
      .where("type", "=", "connector.connected")
      .where("actor_user_id", "=", mallory.userId)
      .execute();
    expect(made).toHaveLength(3);
    expect(new Set(made.map((event) => event.subject_id)).size).toBe(1);
    await mallory.delete(connection);
  });

  it("sends a key only to the host that it was given for", async () => {
    const { alice, context } = world;
    await alice.post(connect, { apiKey: github.token });
    await alice.post("/v1/projects", { name: "Aimed" });
    await alice.put("/v1/projects/aimed/tracker", aim);
    const plan = await alice.post("/v1/projects/aimed/plans", { name: "P" });
    const push = `/v1/projects/aimed/plans/${plan.body.plan.shortId}/push`;
    const calls = github.log.length;
    const { trackerUrls } = context.config;
    const moved = { github: trackerUrls.github?.replace("127.0.0.1", "localhost") };
    Object.assign(context.config, { trackerUrls: moved });
    expect(await code(alice.get("/v1/connectors/github/targets"))).toEqual([409, "not_connected"]);
    expect(await code(alice.post(push))).toEqual([409, "not_connected"]);
    Object.assign(context.config, { trackerUrls });
    expect(github.log.length).toBe(calls);
  });

  it("pages through the repositories that accept pushes", async () => {
    await world.alice.post(connect, { apiKey: github.token });
    const whole = await world.bob.get("/v1/connectors/github/targets");
    expect(whole.body.targets.map((one: { label: string }) => one.label)).toEqual(
      expect.arrayContaining(["acme/web", "acme/site"]),
    );
    const found = [];
    for (let cursor = ""; ; ) {
      const { body } = await world.bob.get(`/v1/connectors/github/targets?limit=1${cursor}`);
      found.push(...body.targets);
      if (!body.nextCursor) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(found).toEqual(whole.body.targets);
    expect(await code(world.bob.get("/v1/connectors/github/targets?cursor=x"))).toEqual([
      400,
      "invalid_request",
    ]);
  });

  it("asks for at most 10 pages without a push target, and continues from the cursor", async () => {
    const repositories = Array.from({ length: 13 }, (_, n) => ({
      owner: "acme",
      name: `r${n + 10}`,
      private: true,
      archived: n < 12,
      hasIssues: true,
      access: { planner: "write" as const },
    }));
    const many = await startGitHub({ repositories });
    const other = await openWorld(create, { env: { GROUNDPLAN_GITHUB_API_URL: many.url } });
    await other.alice.post(connect, { apiKey: many.token });
    many.log.length = 0;
    const first = await other.bob.get("/v1/connectors/github/targets?limit=1");
    expect(first.body).toEqual({ targets: [], nextCursor: expect.any(String) });
    expect(many.log).toHaveLength(10);
    const rest = await other.bob.get(`/v1/connectors/github/targets?limit=1&cursor=${first.body.nextCursor}`);
    expect(rest.body).toMatchObject({ targets: [{ label: "acme/r22" }] });
    expect(rest.body.nextCursor).toBeUndefined();
    await other.close();
    await many.close();
  });

  it("accepts only targets of the connected tracker's kind for a project", async () => {
    const { alice, bob, vera } = world;
    expect((await bob.get(tracker)).body.tracker).toEqual({
      provider: null,
      target: null,
      references: "neutral",
      statuses: "close",
      details: [],
    });
    const set = { ...aim, references: "neutral", statuses: "close", details: ["assignee", "labels"] };
    expect(await code(bob.put(tracker, aim))).toEqual([409, "not_connected"]);
    await alice.post(connect, { apiKey: github.token });
    expect((await bob.put(tracker, aim)).body.tracker).toEqual(set);
    expect((await vera.get(tracker)).body.tracker).toEqual(set);
    expect(await code(vera.put(tracker, aim))).toEqual([403, "forbidden"]);
    expect(await code(bob.put(tracker, { ...aim, target: { teamKey: "ENG" } }))).toEqual([
      400,
      "invalid_request",
    ]);
    expect(await code(bob.put(tracker, { ...aim, target: { repository: "web" } }))).toEqual([
      400,
      "invalid_request",
    ]);
    expect(await code(bob.put(tracker, { provider: "tracker_a", target: { teamKey: "ENG" } }))).toEqual([
      409,
      "not_connected",
    ]);
    expect(await code(bob.put("/v1/projects/nowhere/tracker", aim))).toEqual([404, "not_found"]);
    await alice.delete(connection);
    expect((await bob.get(tracker)).body.tracker).toEqual(set);
  });

  it("keeps the names of repositories from viewers", async () => {
    await world.alice.post(connect, { apiKey: github.token });
    expect(await code(world.vera.get("/v1/connectors/github/targets"))).toEqual([403, "forbidden"]);
  });
});
