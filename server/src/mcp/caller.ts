import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Endpoint, Reply, Request } from "@groundplan/contract";
import type { Actor } from "../actor.ts";
import type { Context } from "../modules/context.ts";
import { execute } from "../modules/index.ts";

/** Headers of an operation that a tool may set. */
export interface CallHeaders {
  claim?: string | undefined;
  ifMatch?: string | undefined;
  prefer?: string | undefined;
}

/** Runs operations as the caller of a tool. */
export interface Caller {
  actor: Actor;
  /** The client's name and version. */
  agent: string;
  /** Runs an operation of the contract; throws its `ApiError`. */
  call<E extends Endpoint>(endpoint: E, request: Request<E>, headers?: CallHeaders): Promise<Reply<E>>;
}

/** A tool call: `key` makes its writes repeatable, each operation under its own number. */
interface ToolCall {
  actor: Actor;
  agent: string;
  key: string | undefined;
}

export function createCaller(context: Context, { actor, agent, key }: ToolCall): Caller {
  let writes = 0;
  return {
    actor,
    agent,
    async call(endpoint, request, { claim, ifMatch, prefer } = {}) {
      const { params = {}, query = {}, body } = request as Parts;
      const idempotencyKey =
        key !== undefined && endpoint.method !== "GET" ? `${key}#${++writes}` : undefined;
      const result = await execute(context, actor, endpoint, {
        params,
        query: asTexts(query),
        body,
        idempotencyKey,
        claim,
        ifMatch,
        prefer,
      });
      const { body: answer = "{}" } = result;
      return JSON.parse(answer instanceof Readable ? await text(answer) : String(answer));
    },
  };
}

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Returns a query as an address has it. */
const asTexts = (query: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
