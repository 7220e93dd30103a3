import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as Client2025 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Transport2025 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterEach } from "vitest";
import { bin, type Ended, environment } from "../testing.ts";

export interface Started {
  args?: string[];
  env: Record<string, string>;
  cwd?: string;
}

const commandOf = ({ args = [], env, cwd }: Started) => ({
  command: process.execPath,
  args: [bin, "mcp", ...args],
  env: environment(env),
  stderr: "pipe" as const,
  ...(cwd === undefined ? {} : { cwd }),
});

/** A client of either library, whose tools run through `groundplan mcp`. */
export interface Agent {
  call(name: string, given?: Record<string, unknown>): Promise<string>;
  try(name: string, given?: Record<string, unknown>): Promise<{ text: string; isError: boolean }>;
  tools(): Promise<{ name: string; inputSchema: { properties?: object | undefined } }[]>;
  instructions(): string | undefined;
  close(): Promise<void>;
}

interface Library {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  listTools(): Promise<{ tools: { name: string; inputSchema: { properties?: object | undefined } }[] }>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

function agentOf(client: Library): Agent {
  const attempt = async (name: string, given: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: given });
    const { content, isError } = result as { content: { text: string }[]; isError?: boolean };
    return { text: content[0]?.text ?? "", isError: isError === true };
  };
  return {
    try: attempt,
    async call(name, given) {
      const { text, isError } = await attempt(name, given);
      if (isError) throw new Error(`${name}: ${text}`);
      return text;
    },
    tools: async () => (await client.listTools()).tools,
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  };
}

/** Connects a client of 2026-07-28. */
export async function connectNew(started: Started): Promise<Agent> {
  const client = new Client({ name: "coder", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StdioClientTransport(commandOf(started)));
  return agentOf(client);
}

/** Connects a client of 2025-11-25. */
export async function connectOld(started: Started): Promise<Agent> {
  const client = new Client2025({ name: "older", version: "1" });
  await client.connect(new Transport2025(commandOf(started)));
  return agentOf(client);
}

/** Starts the command without a library, for messages that none of them sends. */
export function startRaw({ args = [], env }: Started) {
  const child = spawn(process.execPath, [bin, "mcp", ...args], { env: environment(env), timeout: 60_000 });
  const said = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      said[stream] += text;
    });
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers and fail where they are different.
  const answers = (): any[] =>
    said.stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  return {
    child,
    write: (text: string) => child.stdin.write(text),
    send: (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
    answers,
    answer: (id: unknown) => answers().find((one) => one.id === id),
    stderr: () => said.stderr,
    end: () => child.stdin.end(),
    ended: once(child, "close").then(([code]): Ended => ({ code, ...said })),
  };
}

/**
 * What a proxy does with a request: hands on its answer, cuts the connection at the time of the answer or at once, or answers
 * by itself.
 */
type Fate = "pass" | "cut" | "cut at once" | ((response: ServerResponse) => void);

/**
 * Starts a proxy before a service. A request with another fate is done by the service, too, and its answer is lost; with
 * a function as its fate it never reaches the service.
 */
export async function startProxy(target: string) {
  let fateOf: (body: string) => Fate | Promise<Fate> = () => "pass";
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { method = "", url = "", headers } = request;
    if (url.startsWith("/mcp")) bodies.push(body.toString());
    const fate = await fateOf(body.toString());
    if (typeof fate === "function") return fate(response);
    if (fate === "cut at once") response.destroy();
    const { host: _host, connection: _connection, "content-length": _length, ...kept } = headers;
    const answer = await fetch(target + url, {
      method,
      headers: kept as Record<string, string>,
      body: method === "GET" ? null : body,
    }).catch(() => null);
    const text = await answer?.text();
    if (fate !== "pass" || !answer) return response.destroy();
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Bodies of messages, as they came. */
    bodies,
    decide(next: typeof fateOf) {
      fateOf = next;
    },
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns a function that registers a resource to be closed after each test. */
export function closedAfterEach() {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).toReversed()) await one.close();
  });
  return <T extends { close(): Promise<void> }>(one: T): T => {
    open.push(one);
    return one;
  };
}
