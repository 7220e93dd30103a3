import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type Endpoint, findPlan, type MinimalReply, type Reply, type Request } from "@groundplan/contract";
import type { Actor } from "../actor.ts";
import { isTaken } from "../dispatch/idempotency/idempotency.ts";
import type { Context } from "../modules/context.ts";
import { execute } from "../modules/index.ts";
import { sign } from "../secrets/sign.ts";
import { workspaceKey } from "../secrets/workspace-key.ts";

/** Headers of an operation that a tool may set. */
interface CallHeaders {
  claim?: string | undefined;
  /** An idempotency key of its own, instead of the call's. */
  key?: string;
}

/** Runs operations as the caller of a tool. */
export interface Caller {
  credentialId: string;
  /** The client's name and version. */
  agent: string;
  /** Runs an operation of the contract; throws its `ApiError`. */
  call<E extends Endpoint>(endpoint: E, request: Request<E>, headers?: CallHeaders): Promise<Reply<E>>;
  /** Does the same, and is answered specs without their texts. */
  callMinimal<E extends Endpoint>(
    endpoint: E,
    request: Request<E>,
    headers?: CallHeaders,
  ): Promise<MinimalReply<E>>;
  /** Signs a text that comes back later, in whatever process. */
  sign(purpose: string, text: string): Promise<string>;
  /** Tests whether an operation under a key of its own has been answered, or is at work. */
  isTaken(key: string): Promise<boolean>;
  /** Finds a plan by its handle, once in a call. */
  findPlan(planShortId: string): Promise<Reply<typeof findPlan>>;
}

/** A tool call: `key` makes its writes repeatable, each operation under its own number. */
interface ToolCall {
  actor: Actor;
  agent: string;
  key: string | undefined;
  /** The tool and its arguments, which a repetition has in common. */
  said: unknown;
}

export function createCaller(context: Context, { actor, agent, key, said }: ToolCall): Caller {
  let writes = 0;
  const found = new Map<string, Promise<Reply<typeof findPlan>>>();
  async function run(
    endpoint: Endpoint,
    request: Parts,
    { claim, key: ownKey }: CallHeaders = {},
    prefer?: string,
  ) {
    const { params = {}, query = {}, body } = request;
    const isRepeatable = key !== undefined && endpoint.method !== "GET";
    const result = await execute(context, actor, endpoint, {
      params,
      query: asTexts(query),
      body,
      idempotencyKey: ownKey ?? (isRepeatable ? `${key}#${++writes}` : undefined),
      said: isRepeatable && ownKey === undefined ? said : undefined,
      claim,
      prefer,
    });
    const { body: answer = "{}" } = result;
    return JSON.parse(answer instanceof Readable ? await text(answer) : String(answer));
  }
  const caller: Caller = {
    credentialId: actor.credentialId,
    agent,
    call: (endpoint, request, headers) => run(endpoint, request as Parts, headers),
    callMinimal: (endpoint, request, headers) => run(endpoint, request as Parts, headers, "return=minimal"),
    sign: async (purpose, text) => sign(await workspaceKey(context, actor.workspaceId), purpose, text),
    isTaken: (ownKey) => isTaken(context.db, actor, ownKey),
    findPlan(planShortId) {
      const known = found.get(planShortId) ?? caller.call(findPlan, { params: { planShortId } });
      found.set(planShortId, known);
      return known;
    },
  };
  return caller;
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
