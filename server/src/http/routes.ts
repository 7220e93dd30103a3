import { hash } from "node:crypto";
import { type Endpoint, endpoints, type Input } from "@groundplan/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import type { Handler } from "../dispatch/handlers.ts";
import type { IdempotencyKey } from "../dispatch/idempotency.ts";
import { runAction } from "../dispatch/run-action.ts";
import type { Done } from "../dispatch/run-command.ts";
import { ApiError } from "../errors.ts";
import { type Actor, insufficientScope, unauthorized } from "../modules/identity/actor.ts";
import { handlers } from "../modules/index.ts";
import { checkInput } from "./check-input.ts";
import { createDoor } from "./credential.ts";
import { etagOf, noneMatch } from "./etag.ts";
import { invalidHead } from "./head.ts";

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor | null;
  }
}

/**
 * Registers every declared endpoint. The order of checks is the same everywhere: credential (401), rate (429),
 * scope (403), shape (400); then the handler's reach (404), right (403) and state (409).
 */
export function registerEndpoints(app: FastifyInstance, context: Context): void {
  const handlerOf = new Map(handlers.map((handler) => [handler.endpoint.id, handler]));
  const enter = createDoor(context);
  app.decorateRequest("actor", null);
  for (const endpoint of endpoints) {
    const handler = handlerOf.get(endpoint.id);
    if (!handler && !endpoint.planned) throw new Error(`${endpoint.id} is declared but has no handler`);
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
      bodyLimit: endpoint.bodyLimit,
      onRequest: async (request, reply) => {
        const caller = await enter(request.headers.authorization, request.ip);
        reply.headers(caller.headers);
        request.actor = caller.actor;
        if (endpoint.scope !== "none" && !caller.actor)
          throw unauthorized("Send `Authorization: Bearer <credential>`.");
        requireScope(endpoint, caller.actor);
      },
      handler: async (request, reply) => {
        const input = checkInput(endpoint, request);
        const idempotency = idempotencyOf(endpoint, request, input);
        if (!handler)
          throw new ApiError(
            "not_implemented",
            "This operation is planned and not built yet. Watch the changelog.",
          );
        context.atWork++;
        reply.raw.once("close", () => context.atWork--);
        return answer(context, handler, request, reply, input, idempotency);
      },
    });
  }
}

function requireScope(endpoint: Endpoint, actor: Actor | null): void {
  if (endpoint.scope !== "write" || actor?.scope === "write") return;
  throw insufficientScope("This credential may only read. Use one with the `write` scope.");
}

async function answer(
  context: Context,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
  input: Input,
  idempotency: IdempotencyKey | undefined,
) {
  if (handler.kind === "read" && handler.tag && request.actor) {
    const etag = `"${await handler.tag(context.db, request.actor, input)}"`;
    reply.header("etag", etag);
    if (!noneMatch(request.headers["if-none-match"], etag)) return reply.code(304).send();
  }
  const done = await run(context, handler, request, input, idempotency);
  const body = JSON.stringify(done.body);
  reply.code(done.status).header("content-type", "application/json; charset=utf-8");
  if (done.replayed) reply.header("idempotent-replayed", "true");
  const { versioned } = handler.endpoint;
  const revision = versioned
    ? (done.body as Record<string, { revision?: number }>)[versioned]?.revision
    : undefined;
  if (revision !== undefined) {
    const etag = etagOf(revision, body);
    reply.header("etag", etag);
    if (handler.endpoint.method === "GET" && !noneMatch(request.headers["if-none-match"], etag))
      return reply.code(304).send();
  }
  return reply.send(body);
}

async function run(
  context: Context,
  handler: Handler,
  request: FastifyRequest,
  input: Input,
  idempotency: IdempotencyKey | undefined,
): Promise<Done> {
  const { actor } = request;
  const status = handler.endpoint.status;
  if (handler.kind === "open")
    return { status, body: await handler.run(context, actor, input), replayed: false };
  if (!actor) throw new Error(`${handler.endpoint.id} without an actor`);
  if (handler.kind === "read")
    return { status, body: await handler.run(context.db, actor, input), replayed: false };
  if (handler.kind === "write") {
    return context.writer.run({
      name: handler.endpoint.id,
      actor,
      input,
      ...(idempotency ? { idempotency } : {}),
    });
  }
  const respondAsync = /(^|,)\s*respond-async\s*(,|;|$)/i.test(String(request.headers.prefer ?? ""));
  const how = { respondAsync, signal: context.draining };
  return runAction(context, handler, actor, input, how, idempotency);
}

/** Every POST accepts `Idempotency-Key` (decisions section 1, retries). */
function idempotencyOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  input: Input,
): IdempotencyKey | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined || endpoint.method !== "POST") return undefined;
  if (typeof key !== "string" || key.length === 0 || key.length > 255) {
    throw invalidHead("Idempotency-Key must have 1 to 255 characters");
  }
  const said = JSON.stringify([request.method, request.url, request.body ?? null]);
  const requestHash = hash("sha256", said, "base64url");
  const { projectSlug, planShortId } = input.params as { projectSlug?: string; planShortId?: string };
  return {
    key,
    requestHash,
    params: { ...(projectSlug ? { projectSlug } : {}), ...(planShortId ? { planShortId } : {}) },
  };
}
