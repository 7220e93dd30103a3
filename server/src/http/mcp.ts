import type { McpServerFactory } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { forbidden, insufficientScope, invalidHead, unauthorized } from "../errors.ts";
import type { Mcp } from "../mcp/load.ts";
import type { McpCaller } from "../mcp/serve.ts";
import { compressed } from "./answers/compressed.ts";
import { madeInTurn } from "./answers/made-in-turn.ts";
import type { AnswerPool } from "./answers/pool.ts";
import { headersOf } from "./answers/response-cache.ts";
import type { Authenticator, Caller } from "./authenticator.ts";
import { trackRequest } from "./connection/active-requests.ts";
import type { ServerContext } from "./server-context.ts";

export const mcpPath = "/mcp";

/** Bytes of a message; `save_specs` takes as much as a batch of specs. */
const bodyLimit = 8 * 1024 * 1024;

const noCredential = "Connect with OAuth, or send `Authorization: Bearer <key>`.";

/** Registers the MCP endpoint. Library and tools are loaded with the first request. */
export function registerMcp(
  app: FastifyInstance,
  context: ServerContext,
  {
    authenticator,
    pool,
    server,
  }: { authenticator: Authenticator; pool: AnswerPool; server?: McpServerFactory | undefined },
): void {
  const makeInTurn = madeInTurn(pool, 10);
  let loading: Promise<Mcp> | null = null;
  const load = () => {
    loading ??= import("../mcp/load.ts")
      .then(({ loadMcp }) => loadMcp(context, server))
      .catch((error) => {
        loading = null; // The next request retries.
        throw error;
      });
    return loading;
  };
  app.route({
    method: "POST",
    url: mcpPath,
    bodyLimit,
    onRequest: async (request, reply) => {
      refuseForeignPage(request, context.publicUrl());
      const { authorization } = request.headers;
      const caller: Caller = await authenticator.authenticate(request, authorization, "mcp");
      reply.headers(caller.headers);
      request.actor = caller.actor;
      if (!caller.actor) throw unauthorized(noCredential);
    },
    handler: async (request, reply) => {
      if (!trackRequest(context, reply.raw)) return reply.hijack();
      const mcp = await load();
      const caller = callerOf(request, mcp);
      // A batch, which neither revision has, would count once for the rate limit: the library refuses null as no message.
      const message = Array.isArray(request.body) ? null : request.body;
      refuseWriting(message, caller, mcp);
      const asked = {
        key: `${caller.actor.credentialId} ${mcpPath}`,
        isRead: false,
        isQuick: false,
        response: reply.raw,
        owner: () => pool.ownerOf(request, caller.actor.credentialId),
      };
      const made = await makeInTurn(asked, async () => {
        const response = await mcp.handle(webRequest(request, context.publicUrl()), caller, message);
        return resultOf(response);
      });
      return send(reply, await compressed(made, reply));
    },
  });
}

function callerOf({ actor, query, headers, id }: FastifyRequest, { isSubset }: Mcp): McpCaller {
  if (!actor) throw unauthorized(noCredential);
  const { tools: subset = null } = query as { tools?: string };
  if (subset !== null && !isSubset(subset))
    throw invalidHead("`tools` must be `read` or `work`, or left out");
  return { actor, subset, userAgent: String(headers["user-agent"] ?? "").slice(0, 80), requestId: id };
}

/** Throws 403 for a page of another origin, also one that has made a name point to this service. */
function refuseForeignPage({ headers: { origin } }: FastifyRequest, publicUrl: string): void {
  if (origin === undefined || URL.parse(origin)?.origin === new URL(publicUrl).origin) return;
  throw forbidden(`Pages of other sites can't use this endpoint. Connect a program, or open ${publicUrl}.`);
}

/** Throws 403 for a call of a writing tool by a credential that may only read. */
function refuseWriting(message: unknown, { actor }: McpCaller, { isWriting }: Mcp): void {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  if (actor.scope === "write" || method !== "tools/call") return;
  if (isWriting(params?.name))
    throw insufficientScope(
      `${params?.name} writes, and this credential may only read. Connect again with write access.`,
    );
}

/** Headers that the library reads. */
const ofLibrary = /^(?:accept|content-type|mcp-.+)$/;

/** Returns the request for the library, which is given no credential. */
function webRequest({ headers, url }: FastifyRequest, publicUrl: string): Request {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (ofLibrary.test(name)) kept.set(name, String(value));
  return new Request(new URL(url, publicUrl), { method: "POST", headers: kept });
}

async function resultOf(response: Response) {
  const body = await response.text();
  const isEvent = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  return { status: response.status, body, ...(isEvent ? { type: "text/event-stream" as const } : {}) };
}

function send(reply: FastifyReply, { result }: Awaited<ReturnType<typeof compressed>>) {
  return reply.code(result.status).headers(headersOf(result)).send(result.body);
}
