import { consoleEndpoints } from "@groundplan/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SignedIn } from "../../actor.ts";
import { checkInput } from "../../dispatch/input/check-input.ts";
import { unauthorized } from "../../errors.ts";
import { requireRecentSignIn } from "../../modules/identity/recent-sign-in.ts";
import { consoleHandlers } from "../../modules/index.ts";
import { operationSpan, traced } from "../../tracer.ts";
import { checkQueryEncoding } from "../answers/headers.ts";
import { trackRequest } from "../connection/active-requests.ts";
import { countedAddress } from "../connection/counted-address.ts";
import type { ServerContext } from "../server-context.ts";
import { begunCookie } from "./begun-cookie.ts";
import type { CountConsoleRequest } from "./limits.ts";
import { mcpAccessRead } from "./mcp-access.ts";
import { requireSameOrigin } from "./same-origin.ts";
import { cookieIn } from "./session-cookie.ts";
import { knownBrowserIn, setSessionCookies } from "./session-cookies.ts";

/** By endpoint id. One reads the MCP tools, which lie above the modules. */
const handlers: typeof consoleHandlers = new Map(consoleHandlers).set(
  mcpAccessRead.endpoint.id,
  mcpAccessRead,
);

declare module "fastify" {
  interface FastifyRequest {
    session: SignedIn | null;
  }
}

/**
 * Registers the console's endpoints, authenticated by the session cookie that `/v1` never takes. Writes must
 * come from a page of this service (403), checked first; then the API's order applies.
 */
export function registerConsole(
  app: FastifyInstance,
  context: ServerContext,
  countRequest: CountConsoleRequest,
): void {
  app.decorateRequest("session", null);

  for (const endpoint of consoleEndpoints) {
    const handler = handlers.get(endpoint.id);
    if (!handler) throw new Error(`${endpoint.id} is declared but has no handler`);
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
      bodyLimit: 64 * 1024,
      onRequest: async (request, reply) => {
        reply.header("cache-control", "no-store");
        if (endpoint.method !== "GET") requireSameOrigin(request.headers, context.publicUrl());
        const { session, headers } = await countRequest(request);
        request.session = session;
        reply.headers(headers);
        if (endpoint.needs === "nothing") return;
        if (!request.session) throw unauthorized("Sign in first.");
        if (endpoint.needs === "recent sign-in") requireRecentSignIn(request.session);
      },
      handler: async (request, reply) => {
        if (!trackRequest(context, reply.raw)) return reply.hijack();
        checkQueryEncoding(request.url);
        const { params, query, body } = request;
        const input = checkInput(endpoint, { params: params as Record<string, string>, query, body });
        const run = () =>
          handler.run(context as never, {
            input: input as never,
            session: request.session,
            sender: senderOf(request),
            cookie: (name) => cookieIn(request.headers.cookie, name),
            begun: {
              read: () => begunCookie(context.publicUrl()).read(request.headers.cookie),
              write: (secret) =>
                void reply.header("set-cookie", begunCookie(context.publicUrl()).write(secret)),
            },
            knownBrowser: knownBrowserIn(context.publicUrl(), request.headers.cookie),
            setSession: (started) => setSessionCookies(reply, context.publicUrl(), started),
          });
        const answer = await traced(context, operationSpan(endpoint), run);
        return reply
          .code(endpoint.status)
          .header("content-type", "application/json; charset=utf-8")
          .send(JSON.stringify(answer));
      },
    });
  }
}

const senderOf = (request: FastifyRequest) => ({
  address: countedAddress(request),
  userAgent: String(request.headers["user-agent"] ?? ""),
  origin: request.headers.origin,
});
