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
import type { Caller, Door } from "./credential.ts";
import { etagOf, noneMatch } from "./etag.ts";
import { invalidHead } from "./head.ts";
import { type Answer, headersOf, type Memory, questionOf } from "./memory.ts";

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor | null;
    memory: Memory | null;
  }
}

/**
 * Registers every declared endpoint. The order of checks is the same everywhere: credential (401), rate (429),
 * scope (403), shape (400); then the handler's reach (404), right (403) and state (409).
 */
export function registerEndpoints(app: FastifyInstance, context: Context, door: Door): void {
  const handlerOf = new Map(handlers.map((handler) => [handler.endpoint.id, handler]));
  app.decorateRequest("actor", null);
  app.decorateRequest("memory", null);
  for (const endpoint of endpoints) {
    const handler = handlerOf.get(endpoint.id);
    if (!handler && !endpoint.planned) throw new Error(`${endpoint.id} is declared but has no handler`);
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
      bodyLimit: endpoint.bodyLimit,
      onRequest: (request, reply, next) => {
        const admit = (caller: Caller) => {
          reply.headers(caller.headers);
          request.actor = caller.actor;
          request.memory = caller.memory;
          if (endpoint.scope !== "none" && !caller.actor)
            throw unauthorized("Send `Authorization: Bearer <credential>`.");
          requireScope(endpoint, caller.actor);
        };
        const caller = door.enter(request.raw.socket, request.headers.authorization, request.ip);
        if (caller instanceof Promise) return caller.then(admit);
        admit(caller);
        next();
      },
      handler: (request, reply) => {
        context.atWork++;
        reply.raw.once("close", () => context.atWork--);
        const { actor, url, headers, memory } = request;
        const lasts = handler?.kind === "read" && handler.lasting && memory !== null;
        const asked = lasts ? questionOf(actor?.credentialId, url, headers["if-none-match"]) : undefined;
        const input = checkInput(endpoint, request);
        const idempotency = idempotencyOf(endpoint, request, input);
        if (!handler)
          throw new ApiError(
            "not_implemented",
            "This operation is planned and not built yet. Watch the changelog.",
          );
        answer(context, handler, request, input, idempotency)
          .then((made) => {
            if (asked !== undefined) memory?.answers.set(asked, made);
            send(reply, made);
          })
          .catch((error: Error) => reply.send(error));
      },
    });
  }
}

function requireScope(endpoint: Endpoint, actor: Actor | null): void {
  if (endpoint.scope !== "write" || actor?.scope === "write") return;
  throw insufficientScope("This credential may only read. Use one with the `write` scope.");
}

/** The answer of a handler, with the ETag that its endpoint has. */
async function answer(
  context: Context,
  handler: Handler,
  request: FastifyRequest,
  input: Input,
  idempotency: IdempotencyKey | undefined,
): Promise<Answer> {
  const ifNoneMatch = request.headers["if-none-match"];
  let etag: string | undefined;
  if (handler.kind === "read" && handler.tag && request.actor) {
    etag = `"${await handler.tag(context.db, request.actor, input)}"`;
    if (!noneMatch(ifNoneMatch, etag)) return { status: 304, etag };
  }
  const { status, body: reply, replayed } = await run(context, handler, request, input, idempotency);
  const body = JSON.stringify(reply);
  const { versioned, method } = handler.endpoint;
  const revision = versioned
    ? (reply as Record<string, { revision?: number }>)[versioned]?.revision
    : undefined;
  if (revision !== undefined) {
    etag = etagOf(revision, body);
    if (method === "GET" && !noneMatch(ifNoneMatch, etag)) return { status: 304, etag };
  }
  return { status, etag, body, replayed };
}

function send(reply: FastifyReply, answer: Answer): void {
  reply.code(answer.status).headers(headersOf(answer)).send(answer.body);
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
