import { Ajv, type Schema } from "ajv";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { type ClientId, type Connection, clients, setupOf } from "./config-blocks.ts";

const address = "https://plans.example.com/mcp";
const key = "psk_aB3-_x";

/** A table of one entry whose fields are all documented. */
const entryIn = (table: string, required: string[], properties: Record<string, Schema>): Schema => ({
  type: "object",
  additionalProperties: false,
  required: [table],
  properties: {
    [table]: {
      type: "object",
      additionalProperties: { type: "object", additionalProperties: false, required, properties },
    },
  },
});

const text = { type: "string" };
const texts = { type: "object", additionalProperties: text };
const words = { type: "array", items: text };

/** The shapes of each file, from the client's documentation as of November 2026. None of the clients was run. */
const shapes: Record<Exclude<ClientId, "claude">, Schema> = {
  // github.com/openai/codex, docs/config.md, "Streamable HTTP"
  codex: entryIn("mcp_servers", ["url"], {
    url: text,
    bearer_token_env_var: text,
    http_headers: texts,
    env_http_headers: texts,
    startup_timeout_sec: { type: "number" },
    tool_timeout_sec: { type: "number" },
    enabled: { type: "boolean" },
    enabled_tools: words,
    disabled_tools: words,
  }),
  // cursor.com/docs/mcp, "Remote server"
  cursor: entryIn("mcpServers", ["url"], { url: text, headers: texts, auth: { type: "object" } }),
  // code.visualstudio.com/docs/copilot/reference/mcp-configuration, "HTTP and Server-Sent Events (SSE) servers"
  vscode: entryIn("servers", ["type", "url"], { type: { enum: ["http", "sse"] }, url: text, headers: texts }),
  // github.com/google-gemini/gemini-cli, docs/tools/mcp-server.md, "Configuration Properties"; `url` would be SSE
  gemini: entryIn("mcpServers", ["httpUrl"], {
    httpUrl: text,
    headers: texts,
    oauth: { type: "object" },
    timeout: { type: "number" },
    trust: { type: "boolean" },
    includeTools: words,
    excludeTools: words,
  }),
  // modelcontextprotocol.io/docs/develop/connect-local-servers, as most clients have it
  stdio: entryIn("mcpServers", ["command"], { command: text, args: words, env: texts }),
};

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
/** Parses a file as its client does; throws unless it has the documented shape. */
function parsed(client: keyof typeof shapes, text: string) {
  const value = client === "codex" ? parseToml(text) : JSON.parse(text);
  if (!ajv.validate(shapes[client], value)) throw new Error(`${client}: ${ajv.errorsText()}\n${text}`);
  const [[name, entry] = []] = Object.entries(Object.values(value)[0] as Record<string, object>);
  expect(name).toBe("groundplan");
  return entry;
}

/** Splits a command as a POSIX shell does; throws for anything that it would expand or run. */
function wordsOf(command: string): string[] {
  const word = /\s*((?:[\w@%+=:,./~-]|"[^"$`\\!]*")+)(?=\s|$)/y;
  const found: string[] = [];
  while (word.lastIndex < command.length) {
    const [, one] = word.exec(command) ?? [];
    if (one === undefined) throw new Error(`not a plain command: ${command}`);
    found.push(one.replaceAll('"', ""));
  }
  return found;
}

/**
 * Reads `claude mcp add --transport http <name> <url> --header …` (code.claude.com/docs/en/mcp, "Add a remote HTTP
 * server"). `--header` takes every word up to the next option.
 */
function readClaude(command: string) {
  const [program, group, verb, ...rest] = wordsOf(command);
  expect([program, group, verb]).toEqual(["claude", "mcp", "add"]);
  const read = { transport: "", headers: [] as string[], operands: [] as string[] };
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? "";
    if (word === "--transport") read.transport = rest[++at] ?? "";
    else if (word === "--header")
      while (at + 1 < rest.length && !rest[at + 1]?.startsWith("--")) read.headers.push(rest[++at] ?? "");
    else if (word.startsWith("-")) throw new Error(`${word} is no documented option`);
    else read.operands.push(word);
  }
  return read;
}

const blocksOf = (client: ClientId, connection: Partial<Connection>) =>
  setupOf(client, { address, tools: "all", key: null, ...connection }).blocks;
const fileOf = (client: ClientId, connection: Partial<Connection> = {}) =>
  blocksOf(client, connection).find(({ place }) => !place.startsWith("In a terminal"))?.text ?? "";
const commandOf = (client: ClientId, connection: Partial<Connection> = {}) =>
  blocksOf(client, connection).find(({ place }) => place.startsWith("In a terminal"))?.text ?? "";
const headers = { Authorization: `Bearer ${key}` };

describe("the settings to copy are read as each client's documentation shows them", () => {
  it("Claude Code", () => {
    const operands = ["groundplan", address];
    expect(readClaude(commandOf("claude"))).toEqual({ transport: "http", headers: [], operands });
    expect(readClaude(commandOf("claude", { key }))).toEqual({
      transport: "http",
      headers: [`Authorization: Bearer ${key}`],
      operands,
    });
  });

  it("Codex, which takes the key from a variable", () => {
    expect(parsed("codex", fileOf("codex"))).toEqual({ url: address });
    expect(wordsOf(commandOf("codex"))).toEqual(["codex", "mcp", "login", "groundplan"]);
    const withKey = parsed("codex", fileOf("codex", { key }));
    expect(withKey).toEqual({ url: address, bearer_token_env_var: "GROUNDPLAN_API_KEY" });
    expect(wordsOf(commandOf("codex", { key }))).toEqual(["export", `GROUNDPLAN_API_KEY=${key}`]);
  });

  it("Cursor", () => {
    expect(parsed("cursor", fileOf("cursor"))).toEqual({ url: address });
    expect(parsed("cursor", fileOf("cursor", { key }))).toEqual({ url: address, headers });
  });

  it("VS Code", () => {
    expect(parsed("vscode", fileOf("vscode"))).toEqual({ type: "http", url: address });
    expect(parsed("vscode", fileOf("vscode", { key }))).toEqual({ type: "http", url: address, headers });
  });

  it("Gemini CLI", () => {
    expect(parsed("gemini", fileOf("gemini"))).toEqual({ httpUrl: address });
    expect(parsed("gemini", fileOf("gemini", { key }))).toEqual({ httpUrl: address, headers });
  });

  it("over stdio, by the command line's sign-in or with a key", () => {
    const server = { command: "groundplan", args: ["mcp"] };
    const GROUNDPLAN_URL = "https://plans.example.com";
    expect(parsed("stdio", fileOf("stdio"))).toEqual({ ...server, env: { GROUNDPLAN_URL } });
    expect(wordsOf(commandOf("stdio"))).toEqual([
      ...[`GROUNDPLAN_URL=${GROUNDPLAN_URL}`, "groundplan", "login"],
    ]);
    const env = { GROUNDPLAN_URL, GROUNDPLAN_API_KEY: key };
    expect(parsed("stdio", fileOf("stdio", { key }))).toEqual({ ...server, env });
  });
});

it.each(["read", "work"] as const)("the address asks for the tools to %s", (tools) => {
  const url = `${address}?tools=${tools}`;
  expect(readClaude(commandOf("claude", { tools })).operands).toEqual(["groundplan", url]);
  expect(parsed("codex", fileOf("codex", { tools }))).toEqual({ url });
  expect(parsed("cursor", fileOf("cursor", { tools }))).toEqual({ url });
  expect(parsed("vscode", fileOf("vscode", { tools }))).toEqual({ type: "http", url });
  expect(parsed("gemini", fileOf("gemini", { tools }))).toEqual({ httpUrl: url });
  expect(parsed("stdio", fileOf("stdio", { tools }))).toMatchObject({
    args: ["mcp", "--tools", tools],
  });
});

it("without a key there is no secret, and the way to sign in is said", () => {
  for (const [client] of clients) {
    const { blocks, next = "" } = setupOf(client, { address, tools: "all", key: null });
    const all = JSON.stringify(blocks);
    expect(all).not.toMatch(/bearer|psk_|API_KEY/i);
    expect(next + all, client).toMatch(/sign|login|auth|connect/);
  }
});
