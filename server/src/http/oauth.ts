import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createLimiter } from "../dispatch/concurrency/rate-limiter.ts";
import { ApiError } from "../errors.ts";
import { resourceMetadata, serverMetadata } from "../modules/oauth/clients/metadata.ts";
import { type Listener, loadProvider } from "../modules/oauth/provider/load.ts";
import { findSession } from "../modules/sign-in/sessions/session.ts";
import { trackRequest } from "./connection/active-requests.ts";
import { countedAddress } from "./connection/counted-address.ts";
import { sessionCookie } from "./console/session-cookie.ts";
import type { ServerContext } from "./server-context.ts";

/** Bytes per body; the library itself reads up to 56 KiB of undeclared length. */
const bodyLimit = 16 * 1024;
/** Registrations and fetched client documents per address and minute. */
const mostRegistrations = 10;

const pages = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Called by programs, also from pages of any origin; no cookies. */
const programs = ["/oauth/token", "/oauth/revoke", "/oauth/register", "/oauth/device_authorization"];
const asked = ["/oauth/authorize", "/oauth/authorize/{uid}"];
const documents = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/v1",
  "/.well-known/oauth-protected-resource/mcp",
];

/** Paths of the OAuth server, to answer other methods. */
export const oauthPaths = [
  ...programs.map((path) => ({ path, method: "POST" })),
  ...[...asked, ...documents].map((path) => ({ path, method: "GET" })),
];

/**
 * Registers the OAuth server. The library is loaded with the first request and handles bodies and answers
 * under our headers. Metadata is ours and needs no library.
 */
export function registerOAuth(app: FastifyInstance, context: ServerContext): void {
  const perAddress = createLimiter("oauth", Math.max(1, Math.floor(context.config.rateLimit / 10)));
  const registrations = createLimiter("registrations", mostRegistrations);
  const fetches = createLimiter("app-documents", mostRegistrations);
  const addresses = new WeakMap<IncomingMessage, string>();

  const mayFetch = (request: IncomingMessage) => fetches.tryTake(addresses.get(request) ?? "");
  const personOf = async ({ headers }: IncomingMessage) => {
    const secret = sessionCookie(context.publicUrl()).read(headers.cookie);
    return (await findSession(context.db, secret))?.userId ?? null;
  };
  let loading: Promise<Listener> | null = null;
  const load = () => {
    loading ??= loadProvider(context, { mayFetch, personOf }).catch((error) => {
      loading = null; // The next request retries.
      throw error;
    });
    return loading;
  };
  const handOver = async (request: FastifyRequest, reply: FastifyReply) => {
    const listener = await load();
    if (!trackRequest(context, reply.raw)) return reply.hijack();
    addresses.set(request.raw, countedAddress(request));
    sendUnder(context.publicUrl(), request.raw);
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    await listener(request.raw, reply.raw);
    return reply;
  };

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, body, done) => done(null, body)); // Left unread for the library.
    scope.setErrorHandler((error, request, reply) => sendOAuthError(error, request, reply));
    scope.addHook("onRequest", async (request, reply) => {
      reply.headers(perAddress.take(countedAddress(request)));
    });
    for (const path of asked) scope.get(path.replace("{uid}", ":uid"), { onRequest: forPage }, handOver);
    for (const url of programs) {
      const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
        reply.header("access-control-allow-origin", "*");
        if (url === "/oauth/register") reply.headers(registrations.take(countedAddress(request)));
      };
      scope.post(url, { bodyLimit, onRequest }, handOver);
      scope.options(url, allowOrigins("POST"));
    }
    for (const url of documents) {
      scope.options(url, allowOrigins("GET"));
      scope.get(url, async (_request, reply) => {
        reply.header("access-control-allow-origin", "*");
        return documentAt(url, context.publicUrl());
      });
    }
  });
}

function documentAt(url: string, base: string) {
  if (url.endsWith("-server")) return serverMetadata(base);
  return resourceMetadata(base, url.endsWith("/v1") ? "/v1" : url.endsWith("/mcp") ? "/mcp" : "");
}

/** Answers CORS preflights. No credentials are allowed. */
const allowOrigins = (method: string) => async (_request: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(204)
    .headers({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": method,
      "access-control-allow-headers": "authorization, content-type, mcp-protocol-version",
      "access-control-max-age": "3600",
    })
    .send();

/** Sets a page's headers, and refuses library pages with scripts. */
async function forPage(request: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    "content-security-policy": pages,
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
  });
  const { response_mode: mode = "query" } = request.query as { response_mode?: unknown };
  if (mode !== "query")
    throw new ApiError("invalid_request", "The response mode must be `query`, or not be given.");
}

/** Rewrites a request to the public address, since the library builds links from `Host`. */
function sendUnder(publicUrl: string, { headers }: IncomingMessage): void {
  const { host, protocol } = new URL(publicUrl);
  headers.host = host;
  headers["x-forwarded-host"] = host;
  headers["x-forwarded-proto"] = protocol.slice(0, -1);
}

/** Sends early refusals in RFC 6749's format. */
function sendOAuthError(error: unknown, { id }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof ApiError ? error : null;
  const { statusCode = 500 } = error as { statusCode?: number };
  const status = known?.status ?? (statusCode < 500 ? statusCode : 500);
  const code =
    status === 429 || status === 503
      ? "temporarily_unavailable"
      : status < 500
        ? "invalid_request"
        : "server_error";
  const message =
    known?.message ?? (status < 500 ? "The request can't be read." : `The service failed (request ${id}).`);
  return reply
    .code(status)
    .headers(known?.headers ?? {})
    .send({ error: code, error_description: message });
}
