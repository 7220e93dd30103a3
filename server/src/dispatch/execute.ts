import { hash } from "node:crypto";
import { Readable } from "node:stream";
import { setImmediate as letOthersRun } from "node:timers/promises";
import { type Endpoint, type Input, type RawFile, takesIdempotencyKey } from "@groundplan/contract";
import type { Actor } from "../actor.ts";
import type { Config } from "../config/config.ts";
import { insufficientScope, invalidHead, notFound, unauthorized } from "../errors.ts";
import { type Db, isPostgres } from "../storage/dialect.ts";
import { operationSpan } from "../tracer.ts";
import type { CommandResult, IdempotencyKey, Rules } from "./commands.ts";
import { limitReads } from "./concurrency/limit-reads.ts";
import type { Handler, Handlers } from "./handlers.ts";
import { checkInput } from "./input/check-input.ts";
import { etagOf, noneMatch } from "./input/etag.ts";
import type { RawRequest } from "./input/raw-request.ts";
import { isText } from "./input/valid-text.ts";
import { MinimalReply } from "./minimal-reply.ts";
import { type PresentedClaim, parseClaim } from "./presented-claim.ts";
import { type ActionContext, runAction } from "./run-action.ts";
import { type ListPage, readLines, readWholeList, wantsLines, wantsWholeList } from "./streamed-list.ts";

/** The result of an operation, for any transport. */
export interface OperationResult {
  status: number;
  etag?: string | undefined;
  /** JSON text, as bytes if long or shared, or a stream for long lists and files; absent for 304. */
  body?: string | Buffer | Readable;
  /** True if requests share the body. */
  isShared?: boolean;
  /** Media type of a stream that is neither JSON nor a file. */
  type?: "text/event-stream" | "application/x-ndjson";
  /** Ends an open-ended body. */
  end?: () => void;
  /** Set if the body is a file. */
  file?: Omit<RawFile, "content">;
  /** True for a replay under the same `Idempotency-Key`. */
  replayed?: boolean;
  /** True for the form that `Prefer: return=minimal` asked for. */
  isMinimal?: boolean;
}

/** The parts of the process that operations need. */
export interface ExecuteContext extends ActionContext {
  db: Db;
  config: Pick<Config, "archiveDays" | "maxClaims" | "workspaceBytes">;
  draining: AbortSignal;
}

/** Returns the current actor. Throws 401 if the credential is no longer valid. */
type ReloadActor = (db: Db, actor: Actor) => Promise<Actor>;

/** What the caller's credential and claim are still worth. */
interface Callers {
  reloadActor: ReloadActor;
  refusedClaim: Rules["refusedClaim"];
}

export type Execute<C> = (
  context: C,
  actor: Actor | null,
  endpoint: Endpoint,
  raw: RawRequest,
) => Promise<OperationResult>;

/**
 * Returns the function that runs operations for any transport: it checks scope (401, 403) and shape (400),
 * then the handler checks access (404), role (403) and state (409). It handles `Idempotency-Key` and `ETag`;
 * authentication and rate limits come before.
 */
export function createExecute<C extends ExecuteContext>(handlers: Handlers<C>, rules: Callers): Execute<C> {
  const perform = performOf(handlers, rules);
  return (context, actor, endpoint, raw) =>
    context.tracer
      ? context.tracer.span(operationSpan(endpoint), () => perform(context, actor, endpoint, raw))
      : perform(context, actor, endpoint, raw);
}

function performOf<C extends ExecuteContext>(
  handlers: Handlers<C>,
  { reloadActor, refusedClaim }: Callers,
): Execute<C> {
  const constants = new Map<string, OperationResult>();
  return async (context, actor, endpoint, raw) => {
    requireScope(endpoint, actor);
    const input = checkInput(endpoint, raw);
    const idempotency = idempotencyOf(endpoint, raw, input);
    const claim = endpoint.method === "GET" || raw.claim === undefined ? null : parseClaim(raw.claim);
    if (raw.refused) throw raw.refused;
    const handler = handlers.get(endpoint.id);
    if (!handler) throw new Error(`${endpoint.id} has no handler`);
    if (handler.kind === "stream") {
      if (!actor) throw new Error(`${endpoint.id} without an actor`);
      const { text: body, end } = await handler.run(context, actor, input);
      return { status: endpoint.status, body, type: "text/event-stream", end };
    }
    const isConstant = handler.kind === "read" && handler.constant === true;
    const constantKey = isConstant ? `${endpoint.id} ${JSON.stringify(input.query)}` : "";
    const constant = isConstant ? constants.get(constantKey) : undefined;
    if (constant) return constant;
    const call: Call<C> = {
      context,
      handler,
      actor,
      input,
      raw,
      idempotency,
      claim,
      reloadActor,
      refusedClaim,
    };
    const reply = () => answer(call);
    if (handler.kind !== "read") return reply();
    if (isConstant) {
      const result = await reply();
      constants.set(
        constantKey,
        typeof result.body === "string"
          ? { ...result, body: Buffer.from(result.body), isShared: true }
          : { ...result, isShared: true },
      );
      return result;
    }
    const replyUnlessKnown = async (): Promise<OperationResult> => {
      if (!handler.tag || !actor) return reply();
      const etag = `"${await handler.tag(context.db, actor, input)}"`;
      if (!noneMatch(raw.ifNoneMatch, etag)) return { status: 304, etag };
      return { ...(await reply()), etag };
    };
    if (handler.limit) return handler.limit(replyUnlessKnown);
    // On SQLite each read runs to completion synchronously, so there is nothing to limit.
    return isPostgres(context.db) ? limitReads(replyUnlessKnown) : replyUnlessKnown();
  };
}

/** Runs the checks that don't depend on the body; returns the error, if any. */
export async function refusalBefore<C extends ExecuteContext>(
  { db }: C,
  handler: Handler<C> | undefined,
  actor: Actor | null,
  params: RawRequest["params"],
): Promise<unknown> {
  if (!handler || !actor || !("before" in handler) || !handler.before)
    throw new Error("nothing can be checked ahead of this body");
  if (!Object.values(params).every(isText)) return notFound("thing");
  try {
    await handler.before(db, actor, params);
    return undefined;
  } catch (error) {
    return error;
  }
}

/**
 * Throws unless the credential's scope allows the endpoint: writes need `write`, everything but `GET /v1`
 * needs a credential (contract section 5).
 */
export function requireScope(endpoint: Endpoint, actor: Actor | null): void {
  if (endpoint.scope === "none") return;
  if (!actor) throw unauthorized("Send `Authorization: Bearer <credential>`.");
  if (endpoint.scope === "write" && actor.scope !== "write")
    throw insufficientScope("This credential may only read. Use one with the `write` scope.");
}

/** A call of an operation that has passed the checks of scope and shape. */
interface Call<C> {
  context: C;
  handler: Exclude<Handler<C>, { kind: "stream" }>;
  actor: Actor | null;
  input: Input;
  raw: RawRequest;
  idempotency: IdempotencyKey | undefined;
  claim: PresentedClaim | null;
  reloadActor: ReloadActor;
  refusedClaim: Rules["refusedClaim"];
}

async function answer<C extends ExecuteContext>(call: Call<C>): Promise<OperationResult> {
  const { status, body, replayed } = await run(call);
  if (!(body instanceof MinimalReply)) return answerOf(call, status, body, replayed);
  const result = await answerOf(call, status, body.body, replayed);
  return { ...result, isMinimal: true };
}

async function answerOf<C>(
  { handler, raw }: Call<C>,
  status: number,
  reply: unknown,
  replayed: boolean,
): Promise<OperationResult> {
  if (reply instanceof Readable) return { status, body: reply, replayed, ...typeOf(handler.endpoint, raw) };
  if (handler.endpoint.raw) return fileResult(status, reply as RawFile);
  const text = JSON.stringify(reply);
  const body = text.length > longText ? await inBytes(text) : text;
  const { versioned, method } = handler.endpoint;
  if (versioned === null) return { status, body, replayed };
  const revision = (reply as Record<string, { revision?: number }>)[versioned]?.revision;
  if (revision === undefined) return { status, body, replayed };
  const etag = etagOf(revision, body);
  if (method === "GET" && !noneMatch(raw.ifNoneMatch, etag)) return { status: 304, etag };
  return { status, etag, body, replayed };
}

/**
 * Characters above which answers become bytes: sockets hold a string twice until it is sent. For shorter
 * answers, collecting buffers costs more than it saves (`docs/decisions/answers-and-memory.md`).
 */
const longText = 256 * 1024;

/** Encodes in a turn of its own, since building the text already took one. */
async function inBytes(text: string): Promise<Buffer> {
  await letOthersRun();
  return Buffer.from(text);
}

/** Streams a file; a chunk is read after the previous one was consumed. */
const fileResult = (status: number, { content, ...file }: RawFile): OperationResult => ({
  status,
  body: Readable.from(content, { highWaterMark: 0 }),
  file,
});

const typeOf = (endpoint: Endpoint, raw: RawRequest): Pick<OperationResult, "type"> =>
  wantsLines(endpoint, raw) ? { type: "application/x-ndjson" } : {};

async function run<C extends ExecuteContext>(call: Call<C>): Promise<CommandResult> {
  const { context, handler, actor, input, raw, idempotency, claim, reloadActor, refusedClaim } = call;
  const { status } = handler.endpoint;
  if (handler.kind === "open")
    return { status, body: await handler.run(context, actor, input), replayed: false };
  if (!actor) throw new Error(`${handler.endpoint.id} without an actor`);
  if (handler.kind === "read") {
    const read = (of: Input) => handler.run(context.db, actor, of) as Promise<ListPage>;
    // Slow consumers are re-authorized before each page.
    const readOn = async (of: Input) =>
      (await handler.run(context.db, await reloadActor(context.db, actor), of)) as ListPage;
    if (wantsLines(handler.endpoint, raw))
      return { status, body: await readLines(input, read, readOn), replayed: false };
    const whole = handler.endpoint.whole && wantsWholeList(input);
    return {
      status,
      body: await (whole ? readWholeList(input, read, readOn) : read(input)),
      replayed: false,
    };
  }
  if (handler.kind === "write") {
    const given = handler.prepare
      ? { ...input, prepared: await handler.prepare(context.db, actor, input, context.config) }
      : input;
    const quota = handler.endpoint.errors.includes("quota_exceeded") ? context.config.workspaceBytes : null;
    const written = await context.writer.write(handler, { actor, input: given, idempotency, quota, claim });
    if (!handler.complete) return written;
    const { db } = context;
    return { ...written, body: await handler.complete(written.body as never, { db, actor, input }) };
  }
  const respondAsync = /(^|,)\s*respond-async\s*(,|;|$)/i.test(raw.prefer ?? "");
  const request = { respondAsync, signal: context.draining };
  const requireClaim = async () => {
    const refused = claim ? await refusedClaim(context.db, actor, claim) : null;
    if (refused) throw refused;
  };
  return runAction({ context, handler, actor, input, request, idempotency, requireClaim });
}

/** Returns the request's idempotency key (decisions section 1, retries). */
function idempotencyOf(
  endpoint: Endpoint,
  { idempotencyKey: key, params, query, body, said: written = body }: RawRequest,
  input: Input,
): IdempotencyKey | undefined {
  if (key === undefined || !takesIdempotencyKey(endpoint)) return undefined;
  if (typeof key !== "string" || key.length === 0 || [...key].length > 255)
    throw invalidHead("Idempotency-Key must have 1 to 255 characters");
  const said = JSON.stringify([endpoint.id, params, query, written ?? null]);
  const { projectSlug, planShortId } = input.params as { projectSlug?: string; planShortId?: string };
  return {
    key,
    endpointId: endpoint.id,
    requestHash: hash("sha256", said, "base64url"),
    params: { ...(projectSlug ? { projectSlug } : {}), ...(planShortId ? { planShortId } : {}) },
  };
}
