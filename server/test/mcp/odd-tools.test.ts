import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { openWorld, type World } from "../world.ts";
import { type ListAnswer, type Raw, startRaw } from "./raw-server.ts";

const servers = "/v1/mcp-servers";
const env = { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1", GROUNDPLAN_MCP_PROBE_MS: "4000" };
const schema = { type: "object", properties: { id: { type: "string" } } };
const tool = (name: unknown, more: object = {}) => ({
  name,
  description: "It helps.",
  inputSchema: schema,
  ...more,
});
const odd = (more: object) => tool("odd", more);
const { inputSchema: _, ...bare } = odd({});

const usable: [string, unknown][] = [
  ["annotations null", odd({ annotations: null })],
  ["annotations as a list", odd({ annotations: [] })],
  ["annotations as a text", odd({ annotations: "read" })],
  ["a hint as a text", odd({ annotations: { readOnlyHint: "yes" } })],
  ["a hint as a number", odd({ annotations: { destructiveHint: 1 } })],
  ["a hint null", odd({ annotations: { idempotentHint: null } })],
  ["a title of annotations as a number", odd({ annotations: { title: 7 } })],
  ["description null", odd({ description: null })],
  ["description as a number", odd({ description: 4 })],
  ["description as an object", odd({ description: { en: "It helps." } })],
  ["title null", odd({ title: null })],
  ["title as a list", odd({ title: ["Odd"] })],
  ["outputSchema null", odd({ outputSchema: null })],
  ["outputSchema of a text", odd({ outputSchema: { type: "string" } })],
  ["outputSchema that refers elsewhere", odd({ outputSchema: { $ref: "https://example.com/a.json" } })],
  ["_meta null", odd({ _meta: null })],
  ["_meta as a text", odd({ _meta: "none" })],
  ["icons null", odd({ icons: null })],
  ["icons as an object", odd({ icons: { src: 1 } })],
  ["execution null", odd({ execution: null })],
  ["execution with an odd word", odd({ execution: { taskSupport: "perhaps" } })],
  ["unknown fields", odd({ version: 3, inputSchemaVersion: null })],
  ["no inputSchema", bare],
  ["inputSchema null", odd({ inputSchema: null })],
  ["inputSchema {}", odd({ inputSchema: {} })],
  ["inputSchema without a type", odd({ inputSchema: { properties: {} } })],
  ["a type null", odd({ inputSchema: { ...schema, type: null } })],
  ["a type as a list with object", odd({ inputSchema: { ...schema, type: ["object", "null"] } })],
  ["required null", odd({ inputSchema: { ...schema, required: null } })],
  ["required as a boolean", odd({ inputSchema: { ...schema, required: true } })],
  ["required with a number", odd({ inputSchema: { ...schema, required: ["id", 1] } })],
  ["properties null", odd({ inputSchema: { type: "object", properties: null } })],
  ["properties as an empty list", odd({ inputSchema: { type: "object", properties: [] } })],
  ["a property null", odd({ inputSchema: { type: "object", properties: { id: null } } })],
  ["a property true", odd({ inputSchema: { type: "object", properties: { id: true } } })],
  ["required null within", odd({ inputSchema: { properties: { a: { type: "object", required: null } } } })],
  ["additionalProperties null", odd({ inputSchema: { ...schema, additionalProperties: null } })],
  ["an unknown $schema", odd({ inputSchema: { ...schema, $schema: "urn:none" } })],
];

/** Unusable tools, with their line of `toolsDropped`. */
const unusable: [string, unknown, RegExp][] = [
  ["null", null, /^tool 2: it is not an object$/],
  ["a text", "odd", /^tool 2: it is not an object$/],
  ["a list", ["odd"], /^tool 2: it is not an object$/],
  ["a number", 7, /^tool 2: it is not an object$/],
  ["no name", { ...bare, name: undefined }, /^tool 2: it has no name$/],
  ["a name null", tool(null), /^tool 2: it has no name$/],
  ["an empty name", tool(""), /^tool 2: it has no name$/],
  ["a name as a number", tool(7), /^tool 2: its name is not a text$/],
  ["a name as an object", tool({ en: "odd" }), /^tool 2: its name is not a text$/],
  ["a name with a space", tool("two words"), /^two words: its name must have /],
  [
    "a schema as a text",
    odd({ inputSchema: "object" }),
    /^odd: its inputSchema is not the schema of an object$/,
  ],
  ["a schema as a list", odd({ inputSchema: [] }), /^odd: its inputSchema is not the schema of an object$/],
  ["a schema true", odd({ inputSchema: true }), /^odd: its inputSchema is not the schema of an object$/],
  ["a schema of a text", odd({ inputSchema: { type: "string" } }), /^odd: its inputSchema is not the schema/],
  ["a schema elsewhere", odd({ inputSchema: { $ref: "a.json" } }), /^odd: its inputSchema refers to another/],
  ["another tool's name", tool("good", { description: "Other." }), /^good: another tool has its name$/],
];

describe.each(databases)("unusual tool lists on $database", ({ create }) => {
  let world: World;
  let raw: Raw;
  beforeAll(async () => {
    [world, raw] = await Promise.all([openWorld(create, { env }), startRaw()]);
    const body = { label: "Raw", slug: "raw", url: raw.url, authMode: "anonymous" };
    expect((await world.alice.post(servers, body)).status).toBe(201);
  });
  beforeEach(() => {
    Object.assign(raw.state, { modern: false, nulls: false, events: false });
    raw.state.cursors = [];
  });
  afterAll(async () => {
    await world.close();
    await raw.close();
  });
  const probeOf = async (list: (cursor: unknown) => ListAnswer) => {
    raw.state.list = list;
    const { server, probe } = (await world.alice.post(`${servers}/raw/probe`)).body;
    return { ...server.lastProbe, ...probe, names: server.tools.map(({ name }: { name: string }) => name) };
  };
  const listing = (tools: unknown[], more: object = {}) => ({
    result: { resultType: "complete", tools, ...more },
  });

  it.each(usable)("a tool with a harmless oddity stays usable: %s", async (_what, told) => {
    for (const modern of [false, true]) {
      raw.state.modern = modern;
      const found = await probeOf(() => listing([tool("good"), told, tool("last")]));
      expect(found).toMatchObject({ status: "ok", error: null, toolsDiscovered: 3, toolsDropped: [] });
      expect(found.names).toEqual(["good", "odd", "last"]);
    }
    const { tools } = (await world.vera.get("/v1/connectors/x_raw/toolsets")).body;
    expect(tools[1]).toMatchObject({ access: "write", inputSchema: { type: "object" } });
    expect(JSON.stringify(tools[1].inputSchema)).not.toContain("null");
  });

  it.each(unusable)("only unusable tools are left out, with their reason: %s", async (_what, told, line) => {
    for (const modern of [false, true]) {
      raw.state.modern = modern;
      const found = await probeOf(() => listing([tool("good"), told, tool("last")]));
      expect(found).toMatchObject({ status: "ok", error: null, toolsDiscovered: 3 });
      expect(found.toolsDropped).toEqual([expect.stringMatching(line)]);
      expect(found.names).toEqual(["good", "last"]);
    }
  });

  it("all oddities in one list hide no usable tool, and each of these can be called", async () => {
    const named = usable.map(([, told], at) => ({ ...(told as object), name: `odd_${at}` }));
    const list = [tool("good"), ...unusable.map(([, told]) => told), ...named];
    const found = await probeOf(() => listing(list));
    expect(found.names).toEqual(["good", ...named.map(({ name }) => name)]);
    expect(found.toolsDropped).toHaveLength(unusable.length);
    const tools = Object.fromEntries(named.map(({ name }) => [name, true]));
    expect((await world.alice.patch("/v1/connectors/x_raw/toolsets", { tools })).status).toBe(200);
    for (const { name } of named) {
      const called = await world.alice.post(`${servers}/raw/tools/${name}/call`, { arguments: { id: "1" } });
      expect([called.status, called.body.result?.isError], name).toEqual([200, false]);
    }
  });

  it.each([
    ["JSON", false],
    ["events", true],
  ])(
    "null counts as absent also around the list, in the greeting and in a tool's answer: %s",
    async (_what, events) => {
      Object.assign(raw.state, { nulls: true, events });
      const kept = tool("good", { inputSchema: { type: "object", default: null, enum: [null] } });
      const found = await probeOf(() => listing([kept, tool("ü€😀", {})], { nextCursor: null, _meta: null }));
      expect(found).toMatchObject({ status: "ok", error: null, names: ["good"] });
      expect(found.toolsDropped).toEqual([expect.stringMatching(/^ü€😀: its name must have/)]);
      const { tools } = (await world.alice.get("/v1/connectors/x_raw/toolsets")).body;
      expect(tools[0].inputSchema).toEqual(kept.inputSchema);
      await world.alice.patch("/v1/connectors/x_raw/toolsets", { tools: { good: true } });
      const called = await world.alice.post(`${servers}/raw/tools/good/call`, { arguments: {} });
      expect(called.body.result).toMatchObject({
        content: [{ type: "text", text: "Done." }],
        isError: false,
      });
    },
  );

  it("dropped tools beyond the number that can be named are counted", async () => {
    const found = await probeOf(() => listing([tool("good"), ...Array.from({ length: 5000 }, () => ({}))]));
    expect([found.names, found.toolsDiscovered, found.toolsDropped.length]).toEqual([["good"], 5001, 1001]);
    expect(found.toolsDropped.at(-1)).toBe("4000 more: too many to name them");
  });

  it.each([
    ["refuses", { error: { code: -32603, message: "secret" } }, /refuses to list its tools \(error -32603\)/],
    ["sends no list", { result: {} }, /holds no list of tools/],
    ["sends null for the list", { result: { tools: null } }, /holds no list of tools/],
    [
      "sends a page",
      { raw: "<p>secret</p>", type: "text/html" },
      /initialized as an MCP server, but then sent an unreadable/,
    ],
    [
      "sends broken JSON",
      { raw: '{"jsonrpc":', type: "application/json" },
      /initialized as an MCP server, but/,
    ],
    [
      "is gone",
      { raw: "secret", status: 404 },
      /initialized as an MCP server, but then answered with the status 404/,
    ],
    ["is down", { raw: "secret", status: 503 }, /answered with the status 503/],
  ])("a server that greets and then %s is still said to be an MCP server", async (_what, answer, words) => {
    const found = await probeOf(() => answer);
    expect(found).toMatchObject({ status: "unreachable", error: expect.stringMatching(words) });
    expect(found.error).not.toContain("secret");
  });

  it.each([
    ["an empty text", ""],
    ["null", null],
    ["nothing", undefined],
    ["false", false],
    ["an object", {}],
  ])("a list whose next cursor is %s ends", async (_what, end) => {
    const found = await probeOf((cursor) =>
      cursor === undefined
        ? listing([tool("a")], { nextCursor: "two" })
        : listing([tool("b")], { nextCursor: end }),
    );
    expect(found).toMatchObject({ status: "ok", error: null, names: ["a", "b"], toolsDropped: [] });
    expect(raw.state.cursors).toEqual([undefined, "two"]);
  });

  it("a repeated cursor ends the list, and its tools are stored once", async () => {
    const same = await probeOf(() => listing([tool("a"), tool("b")], { nextCursor: "again" }));
    expect(same).toMatchObject({ status: "ok", names: ["a", "b"], toolsDiscovered: 2, toolsDropped: [] });
    expect(raw.state.cursors).toEqual([undefined, "again"]);
    raw.state.cursors = [];
    const circle: Record<string, string> = { one: "two", two: "three", three: "one" };
    const found = await probeOf((cursor = "one") =>
      listing([tool(String(cursor))], { nextCursor: circle[String(cursor)] }),
    );
    expect(found).toMatchObject({ status: "ok", names: ["one", "two", "three"], toolsDropped: [] });
    expect(raw.state.cursors.length).toBeLessThanOrEqual(5);
  });

  it("a numeric cursor is sent back as a number", async () => {
    const found = await probeOf((cursor) =>
      listing([tool(`at_${cursor ?? 0}`)], { nextCursor: cursor === 2 ? null : Number(cursor ?? 0) + 1 }),
    );
    expect(found.names).toEqual(["at_0", "at_1", "at_2"]);
  });

  it("a list with too many pages keeps the first tools and says so", async () => {
    const page = (cursor: unknown, size: number) =>
      listing(
        Array.from({ length: size }, (_, at) => tool(`t_${Number(cursor ?? 0)}_${at}`)),
        { nextCursor: `${Number(cursor ?? 0) + 1}` },
      );
    const few = await probeOf((cursor) => page(cursor, 1));
    expect(few).toMatchObject({
      status: "ok",
      error: expect.stringMatching(/more than 20 pages/),
      toolsDropped: [],
    });
    expect(few.names).toHaveLength(20);
    const many = await probeOf((cursor) => page(cursor, 10));
    expect([many.names.length, many.toolsDiscovered, many.toolsDropped.length]).toEqual([64, 200, 136]);
    expect(many.toolsDropped[0]).toBe("t_6_4: only the first 64 tools are kept");
  });

  it.each([
    ["https://user:pw@other.example/mcp/v2?token=secret#secret", "https://other.example/mcp/v2"],
    ["/elsewhere?token=secret", "/elsewhere"],
    ["//other.example/x", "http://other.example/x"],
  ])("the refusal of a redirect names its target: %s", async (location, named) => {
    const found = await probeOf(() => ({ status: 307, location, raw: "" }));
    expect(found.status).toBe("unreachable");
    const address = named.startsWith("/") ? new URL(named, raw.url).href : named;
    expect(found.error).toContain(`it redirects to ${address}; use that address if you trust it`);
    expect(found.error).not.toMatch(/secret|pw/);
  });
});
