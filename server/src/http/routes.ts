import { Readable } from "node:stream";
import { endpoints } from "@groundplan/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Actor } from "../actor.ts";
import { type OperationResult, requireScope } from "../dispatch/execute.ts";
import type { RawRequest } from "../dispatch/input/raw-request.ts";
import { ApiError } from "../errors.ts";
import { execute, handlers } from "../modules/index.ts";
import { isPostgres } from "../storage/dialect.ts";
import { compressed } from "./answers/compressed.ts";
import { checkQueryEncoding } from "./answers/headers.ts";
import { type Made, madeInTurn } from "./answers/made-in-turn.ts";
import type { AnswerPool } from "./answers/pool.ts";
import { type CachedResponse, cacheKey, headersOf, type ResponseCache } from "./answers/response-cache.ts";
import type { Authenticator, Caller } from "./authenticator.ts";
import { checkEncoding } from "./bodies/body.ts";
import type { UploadTimes } from "./bodies/pace.ts";
import { createReceiver } from "./bodies/receive.ts";
import type { SlowBodies } from "./bodies/slow-bodies.ts";
import { trackRequest } from "./connection/active-requests.ts";
import type { ServerContext } from "./server-context.ts";

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor | null;
    cache: ResponseCache | null;
    /** Unix milliseconds. */
    expiresAt: number | null;
  }
}

interface EndpointParts {
  authenticator: Authenticator;
  pool: AnswerPool;
  uploads: UploadTimes;
  slow: SlowBodies;
}

/**
 * Registers every declared endpoint. Checks run in a fixed order: credential (401), rate (429), scope (403),
 * shape (400); then the handler's access (404), role (403) and state (409).
 */
export function registerEndpoints(
  app: FastifyInstance,
  context: ServerContext,
  { authenticator, pool, uploads, slow }: EndpointParts,
): void {
  app.decorateRequest("actor", null);
  app.decorateRequest("cache", null);
  app.decorateRequest("expiresAt", null);
  const receive = createReceiver(context, uploads, slow);
  const makeInTurn = madeInTurn(pool, isPostgres(context.db) ? 10 : 2);
  for (const endpoint of endpoints) {
    const handler = handlers.get(endpoint.id);
    if (!handler) throw new Error(`${endpoint.id} is declared but has no handler`);
    const respond = (request: FastifyRequest, reply: FastifyReply, raw: RawRequest) => {
      if (!trackRequest(context, reply.raw)) return reply.hijack();
      const { actor, url, headers, cache } = request;
      const cacheable = handler.kind === "read" && handler.cacheable && cache !== null;
      const key = cacheable ? cacheKey(actor ?? undefined, url, headers["if-none-match"]) : undefined;
      checkQueryEncoding(url);
      const asked = {
        key: `${actor?.credentialId} ${url}`,
        isRead: endpoint.method === "GET",
        isQuick: handler.kind === "read" && !handler.limit,
        response: reply.raw,
        owner: () => pool.ownerOf(request, actor?.credentialId),
      };
      makeInTurn(asked, () => execute(context, actor, endpoint, raw))
        .then((made) => {
          const { result, reservation } = made;
          // Answers in the pool are long: compressed and counted each time.
          if (key !== undefined && reservation === null && isCacheable(result))
            cache?.responses.set(key, { ...result, route: endpoint.path });
          return compressed(made, reply);
        })
        .then((made) => send(reply, made))
        .catch((error: Error) => reply.send(error));
    };
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path.replace(/\{path\}$/, "*").replace(/\{(\w+)\}/g, ":$1"),
      bodyLimit: endpoint.bodyLimit,
      onRequest: (request, reply, next) => {
        const accept = (caller: Caller) => {
          reply.headers(caller.headers);
          request.actor = caller.actor;
          request.cache = caller.cache;
          request.expiresAt = caller.expiresAt;
          requireScope(endpoint, caller.actor); // Before the body is read.
        };
        const caller = authenticator.authenticate(request, request.headers.authorization);
        if (caller instanceof Promise) return caller.then(accept);
        accept(caller);
        next();
      },
      handler: (request, reply) => {
        const raw = rawOf(request);
        if (!endpoint.multipart) return respond(request, reply, raw);
        receive(endpoint, request)
          .then((body) => respond(request, reply, { ...raw, ...body }))
          .catch((error: Error) => reply.send(error));
      },
    };
    if (endpoint.multipart) app.register(async (scope) => takeMultipart(scope).route(route));
    else app.route(route);
  }
}

/** Accepts only multipart bodies, left unread. */
function takeMultipart(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(["multipart/form-data", "*"], ({ headers }, _body, done) => {
    try {
      if (!/^multipart\/form-data\s*(;|$)/i.test(headers["content-type"] ?? ""))
        throw new ApiError("unsupported_media_type", "The body must be `multipart/form-data`: send a form.");
      checkEncoding(headers);
      done(null);
    } catch (error) {
      done(error as Error);
    }
  });
  return scope;
}

const isCacheable = (result: OperationResult): result is Omit<CachedResponse, "route"> =>
  result.body === undefined || typeof result.body === "string";

function send(reply: FastifyReply, { result, reservation }: Made): void {
  if (result.end) {
    sendStream(reply, result, result.end, reply.request.expiresAt);
    return;
  }
  const { body } = result;
  const isHead = reply.request.method === "HEAD";
  reply
    .code(result.status)
    .headers(headersOf(result))
    .send((result.file || result.type) && isHead ? Readable.from([]) : body);
  if (body instanceof Readable && !isHead) reservation?.follow(body);
}

const longestTimer = 2 ** 31 - 1;

/** Sends a stream until its credential expires. It limits its own backlog. */
function sendStream(
  reply: FastifyReply,
  result: OperationResult,
  end: () => void,
  expiresAt: number | null,
): void {
  if (reply.request.method === "HEAD") end();
  if (expiresAt !== null) {
    const left = Math.max(0, expiresAt - Date.now());
    const timer = setTimeout(end, Math.min(left, longestTimer)).unref();
    reply.raw.once("close", () => clearTimeout(timer));
  }
  reply.code(result.status).headers(headersOf(result)).send(result.body);
}

/** Returns named parameters; \`path\` is the rest of the address with slashes. */
const named = (params: Record<string, string>): Record<string, string> => {
  const { "*": path, ...others } = params;
  return path === undefined ? params : { ...others, path };
};

function rawOf({ params, query, body, headers }: FastifyRequest): RawRequest {
  return {
    params: named(params as Record<string, string>),
    query,
    body,
    ifMatch: headers["if-match"],
    ifNoneMatch: headers["if-none-match"],
    idempotencyKey: headers["idempotency-key"],
    accept: headers.accept,
    lastEventId: headers["last-event-id"],
    claim: headers.claim === undefined ? undefined : String(headers.claim),
    prefer: headers.prefer === undefined ? undefined : String(headers.prefer),
  };
}
