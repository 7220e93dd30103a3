import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An answer to `tools/list`: raw text, or a result or error to be wrapped in an envelope. */
export interface ListAnswer {
  result?: unknown;
  error?: unknown;
  raw?: string;
  status?: number;
  type?: string;
  location?: string;
}

/**
 * Starts a raw JSON-RPC server. `list` answers `tools/list` by its cursor; `modern` selects the 2026
 * protocol.
 */
export async function startRaw() {
  const state = {
    list: (_cursor: unknown): ListAnswer => ({ result: { tools: [] } }),
    modern: false,
    /** Fills answers with nulls, as serializers of some languages do. */
    nulls: false,
    /** Sends answers as events in chunks of a few bytes. */
    events: false,
    cursors: [] as unknown[],
  };
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return response.writeHead(405).end();
    const text = Buffer.concat(await Array.fromAsync(request)).toString();
    const { id, method, params } = JSON.parse(text) as {
      id?: number;
      method: string;
      params?: { cursor?: unknown };
    };
    if (id === undefined) return response.writeHead(202).end();
    if (method === "tools/list") state.cursors.push(params?.cursor);
    const answer = method === "tools/list" ? state.list(params?.cursor) : greeting(method);
    const { status = 200, type = "application/json", location } = answer;
    const {
      raw = JSON.stringify({
        jsonrpc: "2.0",
        id,
        result: answer.result,
        error: answer.error ?? (state.nulls ? null : undefined),
      }),
    } = answer;
    const kind = state.events ? "text/event-stream" : type;
    response.writeHead(status, location === undefined ? { "content-type": kind } : { location });
    if (!state.events) return response.end(raw);
    const events = Buffer.from(`event: message\ndata: ${raw}\n\n`);
    for (let at = 0; at < events.length; at += 7) response.write(events.subarray(at, at + 7));
    response.end();
  });
  const greeting = (method: string): ListAnswer => {
    const info = state.nulls
      ? {
          ...nullable,
          capabilities: { prompts: null, tools: { listChanged: null }, experimental: null },
          serverInfo: { name: "raw", version: "1", title: null, icons: null },
        }
      : { capabilities: { tools: {} }, serverInfo: { name: "raw", version: "1" } };
    if (method === "initialize" && !state.modern)
      return { result: { protocolVersion: "2025-06-18", ...info } };
    if (method === "server/discover" && state.modern)
      return { result: { resultType: "complete", supportedVersions: ["2026-07-28"], ...info } };
    if (method === "tools/call") return called(state.nulls);
    return { error: { code: -32601, message: "Method not found" } };
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const nullable = { _meta: null, instructions: null };

const called = (nulls: boolean): ListAnswer => {
  const part = { type: "text", text: "Done." };
  if (!nulls) return { result: { content: [part] } };
  const content = [{ ...part, annotations: null, _meta: null }];
  return { result: { content, structuredContent: null, isError: null, _meta: null } };
};

export type Raw = Awaited<ReturnType<typeof startRaw>>;
