import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { consoleEndpoints, endpoints, streamEvents } from "@groundplan/contract";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import Fastify, { type FastifyInstance } from "fastify";
import { unavailable } from "./dispatch/serialized-error.ts";
import { nothingHere } from "./errors.ts";
import { checkHead, literalEscapes, requestIdOf } from "./http/answers/headers.ts";
import { answerOwners } from "./http/answers/owner.ts";
import { createAnswerPool } from "./http/answers/pool.ts";
import { createAuthenticator } from "./http/authenticator.ts";
import { checkEncoding, parseJson } from "./http/bodies/body.ts";
import { hasRest, slowBodies } from "./http/bodies/slow-bodies.ts";
import { createCachedResponses } from "./http/cached-responses.ts";
import { countedOf } from "./http/connection/counted.ts";
import { loggedPath } from "./http/connection/logged-path.ts";
import { queuePipelined } from "./http/connection/pipelining.ts";
import { commonHeaders, runOnResponse } from "./http/connection/response-hooks.ts";
import { connectorCallback, connectorClient, registerConnectorCallback } from "./http/connector-callback.ts";
import { firstViews } from "./http/console/first-view.ts";
import { consoleLimits } from "./http/console/limits.ts";
import { consolePaths, registerConsolePages } from "./http/console/pages.ts";
import { registerConsole } from "./http/console/routes.ts";
import { answerBrokenRequest, answerNoRoute, sendError } from "./http/error-reply.ts";
import { registerHealth } from "./http/health.ts";
import { issuerCallback, registerIssuerCallback } from "./http/issuer-callback.ts";
import { llmsPath, registerLlmsTxt } from "./http/llms-txt.ts";
import { mcpPath, registerMcp } from "./http/mcp.ts";
import { oauthPaths, registerOAuth } from "./http/oauth.ts";
import { partHosts } from "./http/prototypes/host.ts";
import { registerPrototypeLinks } from "./http/prototypes/links.ts";
import { registerReadLinks } from "./http/read-links/pages.ts";
import { registerEndpoints } from "./http/routes.ts";
import { registerTrackerWebhooks } from "./http/tracker-webhooks.ts";
import { registerUnsubscribe, unsubscribePath } from "./http/unsubscribe.ts";
import type { ProcessContext } from "./process.ts";

/**
 * Paths answered while draining. Streams begin and end with a retry delay, since browsers' event readers give
 * up after a 503.
 */
const answeredWhileDraining = new Set(["/healthz", streamEvents.path]);

/**
 * Builds the service without listening. Milliseconds: `requestTimeout` per request or silence of an upload,
 * `uploadTimeout` per upload, `stallTimeout` per unread answer, `firstViewTimeout` per preload. `mcpServer` takes the
 * place of the tools.
 */
export function buildApp(
  context: ProcessContext,
  {
    requestTimeout = 30_000,
    stallTimeout = 20_000,
    uploadTimeout = 600_000,
    firstViewTimeout = 500,
    consoleFolder,
    mcpServer,
  }: {
    requestTimeout?: number;
    stallTimeout?: number;
    uploadTimeout?: number;
    firstViewTimeout?: number;
    consoleFolder?: URL;
    mcpServer?: McpServerFactory;
  } = {},
): FastifyInstance {
  const { log, config } = context;
  const hosts = partHosts(context);
  const app = Fastify({
    logger: false,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    requestTimeout: uploadTimeout + 2 * requestTimeout, // both kinds are ended earlier by the hooks below
    http: {
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: requestTimeout / 6,
      requireHostHeader: false, // checkHead does
    },
    connectionTimeout: idleTimeout,
    // A proxy must close idle connections first. Other clients may not have read buffered data yet.
    keepAliveTimeout: config.trustedProxies.length > 0 ? 72_000 : 10_000,
    maxRequestsPerSocket: 10_000,
    forceCloseConnections: "idle",
    return503OnClosing: false, // the hook below answers with our envelope
    schemaController: {
      compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas },
    },
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER }, // Node limits the request line
    rewriteUrl: ({ url }) => literalEscapes(url ?? "/"),
    requestIdHeader: false,
    genReqId: ({ headers }) => requestIdOf(headers),
    frameworkErrors: (error, request, reply) => {
      const { id: requestId, method } = request;
      sendError(context, error, request, reply.headers(commonHeaders(requestId)));
      runOnResponse(context, { requestId, method, status: reply.statusCode, broken: error.code });
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(context, error, socket),
  });

  // Node would answer an unknown `Expect` and CONNECT itself, without the envelope.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.server.on("connect", (_request, socket) =>
    answerBrokenRequest(context, new Error("CONNECT"), socket as Socket),
  );
  app.addHook("onRequest", (request, reply, next) => {
    reply.headers(commonHeaders(request.id));
    checkHead(request.raw);
    if (hosts.isMisplaced(request.raw)) throw nothingHere();
    if (context.draining.aborted && !answeredWhileDraining.has(request.url)) throw unavailable("draining");
    next();
  });
  const uploads = { whole: uploadTimeout, stall: requestTimeout };
  const slow = slowBodies(context, uploads);
  app.addHook("onSend", (request, reply, _payload, next) => {
    if (hasRest(request.raw)) {
      const most = Math.max(leastRest, 2 * request.routeOptions.bodyLimit);
      // Otherwise an unread body's connection would be closed while its client still writes.
      reply.header("connection", slow.readRest(reply.raw, most) ? "keep-alive" : "close");
    }
    // Node closes only connections that are idle at shutdown, not those that become idle later.
    if (context.draining.aborted) reply.header("connection", "close");
    next();
  });
  app.addHook("onResponse", (request, reply, next) => {
    const { method, actor } = request;
    const path = loggedPath(request.url);
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const { statusCode: status } = reply;
    const response = {
      requestId: request.id,
      method,
      path,
      status,
      ms,
      credential: actor?.credentialId,
    };
    runOnResponse(context, response, context.meter && countedOf(request, reply));
    next();
  });
  app.addHook("onRequestAbort", async ({ id, method, url, actor, raw }) => {
    if (slow.isAnswered(raw)) return;
    const path = loggedPath(url);
    log.info(
      { requestId: id, method, path, credential: actor?.credentialId },
      "the client left before its answer",
    );
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, ({ headers }, raw, done) => {
    try {
      checkEncoding(headers);
      done(null, parseJson(raw as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.setErrorHandler((error, request, reply) => sendError(context, error, request, reply));

  answerNoRoute(app, [
    ...[...endpoints, ...consoleEndpoints].map(({ path, method }) => ({
      pattern: pathPattern(path),
      method,
    })),
    ...[
      ...consolePaths,
      issuerCallback,
      connectorCallback,
      connectorClient,
      "/healthz",
      "/readyz",
      llmsPath,
    ].map((path) => ({
      pattern: pathPattern(path),
      method: "GET",
    })),
    { pattern: pathPattern("/hooks/trackers/{connectionId}"), method: "POST" },
    { pattern: pathPattern(mcpPath), method: "POST" },
    ...["GET", "POST"].map((method) => ({ pattern: pathPattern(unsubscribePath), method })),
    ...oauthPaths.map(({ path, method }) => ({ pattern: pathPattern(path), method })),
  ]);
  const authenticator = createAuthenticator(context);
  const pool = createAnswerPool(answerOwners(config.trustedProxies), stallTimeout, context.draining);
  const countRequest = consoleLimits(context);
  registerEndpoints(app, context, { authenticator, pool, uploads, slow });
  registerMcp(app, context, { authenticator, pool, server: mcpServer });
  registerHealth(app, context);
  registerLlmsTxt(app, context);
  registerConsolePages(app, pool, firstViews(context, countRequest, firstViewTimeout), consoleFolder);
  registerPrototypeLinks(app, context, pool, hosts);
  registerReadLinks(app, context, pool);
  registerTrackerWebhooks(app, context);
  registerUnsubscribe(app, context);
  registerOAuth(app, context);
  registerConsole(app, context, countRequest);
  registerIssuerCallback(app, context);
  registerConnectorCallback(app, context);

  const answerFromCache = createCachedResponses(context, authenticator);
  const routed = app.server.listeners("request") as RequestListener[];
  app.server.removeAllListeners("request");
  const answer: RequestListener = (request, response) => {
    pool.watch(response);
    if (!hosts.isMisplaced(request) && answerFromCache(request, response)) return;
    slow.watch(request);
    for (const route of routed) route(request, response);
  };
  app.server.on("request", queuePipelined(answer, log));
  return app;
}

/** Milliseconds of silence after which an active connection is closed. */
const idleTimeout = 60_000;

/** Bytes of a body to read alongside its answer, if twice the body's limit is less. */
const leastRest = 64 * 1024 * 1024;

const pathPattern = (path: string) =>
  new RegExp(
    `^${path
      .replaceAll(".", "\\.")
      .replace(/\{path\}$/, ".+")
      .replace(/\{\w+\}/g, "[^/]+")}$`,
  );

/** Refuses Fastify's schema compilers, so that they are never loaded: the contract validates. */
const withoutSchemas = (): never => {
  throw new Error("no route has a schema of Fastify's");
};
