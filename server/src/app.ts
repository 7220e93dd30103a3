import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { endpoints } from "@groundplan/contract";
import Fastify, { type FastifyInstance } from "fastify";
import type { Context } from "./context.ts";
import { unavailable } from "./dispatch/wire-error.ts";
import { createAnswerAgain } from "./http/answer-again.ts";
import { parseJson } from "./http/body.ts";
import { createDoor } from "./http/credential.ts";
import { answerBrokenRequest, answerNoRoute, sendError } from "./http/error-reply.ts";
import { checkHost, headersOfAll, literalEscapes, requestIdOf } from "./http/head.ts";
import { registerHealth } from "./http/health.ts";
import { registerHome } from "./http/home.ts";
import { registerEndpoints } from "./http/routes.ts";
import { registerHooks } from "./http/tracker-hooks.ts";
import { logRequest } from "./log.ts";

/**
 * The service without a port: `main.ts` listens with it, tests call it as it is. `requestTimeout`: milliseconds
 * in which a request has to arrive whole, its body included.
 */
export function buildApp(context: Context, { requestTimeout = 30_000 } = {}): FastifyInstance {
  const { log, config } = context;
  const app = Fastify({
    logger: false,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    requestTimeout,
    http: {
      headersTimeout: requestTimeout, // of the two timeouts Node takes the larger for the body
      connectionsCheckingInterval: requestTimeout / 6,
      requireHostHeader: false, // checkHost does
    },
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 10_000,
    forceCloseConnections: "idle",
    return503OnClosing: false, // its body is not ours; the hook below refuses instead
    schemaController: {
      compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas },
    },
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER }, // Node limits the line that it stands in
    rewriteUrl: ({ url }) => literalEscapes(url ?? "/"),
    requestIdHeader: false,
    genReqId: ({ headers }) => requestIdOf(headers),
    frameworkErrors: (error, request, reply) => {
      log.info({ requestId: request.id, status: error.statusCode, code: error.code }, "a broken request");
      reply.header("x-request-id", request.id);
      sendError(log, error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(log, error, socket),
  });

  // What Node would answer by itself, without the envelope: an unknown `Expect`, which may be ignored, and CONNECT.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.server.on("connect", (_request, socket) =>
    answerBrokenRequest(log, new Error("CONNECT"), socket as Socket),
  );
  app.addHook("onRequest", (request, reply, next) => {
    reply.headers(headersOfAll(request.id));
    checkHost(request.raw);
    if (context.draining.aborted && request.url !== "/healthz") throw unavailable("draining");
    next();
  });
  app.addHook("onSend", (_request, reply, _payload, next) => {
    // Node closes connections that are idle when the service stops, not those that become so later.
    if (context.draining.aborted) reply.header("connection", "close");
    next();
  });
  app.addHook("onResponse", (request, reply, next) => {
    const { method, actor } = request;
    const path = request.url.split("?", 1)[0];
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const { statusCode: status } = reply;
    logRequest(log, { requestId: request.id, method, path, status, ms, credential: actor?.credentialId });
    next();
  });
  app.addHook("onRequestAbort", async ({ id, method, url, actor }) => {
    const path = url.split("?", 1)[0];
    log.info(
      { requestId: id, method, path, credential: actor?.credentialId },
      "the client left before its answer",
    );
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, raw, done) => {
    try {
      done(null, parseJson(raw as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.setErrorHandler((error, request, reply) => sendError(log, error, request, reply));

  answerNoRoute(app, [
    ...endpoints.map(({ path, method }) => ({ pattern: pathPattern(path), method })),
    ...["/", "/healthz", "/readyz"].map((path) => ({ pattern: pathPattern(path), method: "GET" })),
    { pattern: pathPattern("/hooks/trackers/{connectionId}"), method: "POST" },
  ]);
  const door = createDoor(context);
  registerEndpoints(app, context, door);
  registerHealth(app, context);
  registerHome(app, context.publicUrl);
  registerHooks(app, context);

  const answersAgain = createAnswerAgain(context, door);
  const routed = app.server.listeners("request") as RequestListener[];
  app.server.removeAllListeners("request");
  app.server.on("request", (request, response) => {
    if (!answersAgain(request, response)) for (const route of routed) route(request, response);
  });
  return app;
}

const pathPattern = (path: string) =>
  new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);

/** Shapes are checked by the contract's own schemas: Fastify's compilers for others would be loaded and never used. */
const withoutSchemas = (): never => {
  throw new Error("no route has a schema of Fastify's");
};
