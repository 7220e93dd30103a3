import { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Multipart } from "./multipart.ts";

type Shape = z.ZodObject;
const none = z.strictObject({});
export type None = typeof none;

/**
 * One endpoint as data: it registers the route, checks the request, types the handler and the client, and
 * prints its part of the OpenAPI document.
 */
export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  /** The id as `resource.verb`. It is the operationId, and for a write the name of its command. */
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path, with parameters as `{name}` like in the OpenAPI document. */
  path: string;
  summary: string;
  description?: string;
  tag: string;
  /** The scope that the credential needs. `none` means that the endpoint also works without a credential. */
  scope: "none" | "read" | "write";
  params: Params;
  query: Query;
  body: Body | null;
  /** True when the body may be left out altogether. */
  bodyOptional: boolean;
  reply: Reply;
  status: 200 | 201;
  /** True for a PUT that answers 201 instead where it creates what it writes (`created` in `dispatch/handlers.ts`). */
  mayCreate: boolean;
  /** The endpoint's own error codes, beside those that every endpoint can answer. */
  errors: readonly ErrorCode[];
  /**
   * The key in the reply of a resource with a `revision`, or null. With it the answer carries an `ETag` and writes
   * honour `If-Match`.
   */
  versioned: string | null;
  /**
   * True for a list whose answer carries an `ETag`, so that `If-None-Match` is answered 304 before any item is read.
   */
  tagged: boolean;
  /**
   * True for a list that answers all its items when neither `limit` nor `cursor` is given (the contract names them).
   */
  whole: boolean;
  /** The largest body in bytes; `usualBodyLimit` by default. */
  bodyLimit: number;
  /** The limits of a body that is sent as `multipart/form-data`; null for JSON. Its files are `file` of the body. */
  multipart: Multipart | null;
  /** True when a successful answer is a file and no JSON. */
  raw: boolean;
  /** True when a successful answer is server-sent events, which go on until somebody ends them. */
  stream: boolean;
  /** True for a list that `Accept: application/x-ndjson` gets whole, one item a line. */
  lines: boolean;
  /** True when `Prefer: respond-async` is honoured: the endpoint may answer 202 before the work has ended. */
  respondAsync: boolean;
  /** True when another endpoint has taken its place; the changelog says which. */
  deprecated: boolean;
}

interface Declaration<P extends Shape, Q extends Shape, B extends z.ZodType, R extends z.ZodType> {
  id: string;
  method: Endpoint["method"];
  path: string;
  summary: string;
  description?: string;
  tag: string;
  scope?: Endpoint["scope"];
  params?: P;
  query?: Q;
  body?: B;
  bodyOptional?: boolean;
  reply: R;
  status?: 200 | 201;
  mayCreate?: boolean;
  errors?: readonly ErrorCode[];
  versioned?: string;
  tagged?: boolean;
  whole?: boolean;
  bodyLimit?: number;
  multipart?: Multipart;
  raw?: boolean;
  stream?: boolean;
  lines?: boolean;
  respondAsync?: boolean;
  deprecated?: boolean;
}

/** The largest body of most endpoints, in bytes. */
export const usualBodyLimit = 1024 * 1024;

/** Declares an endpoint. Without `scope`, a GET needs `read` and everything else `write` (decisions section 2). */
export function endpoint<
  R extends z.ZodType,
  P extends Shape = None,
  Q extends Shape = None,
  B extends z.ZodType = z.ZodUndefined,
>(declared: Declaration<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return {
    scope: declared.method === "GET" ? "read" : "write",
    status: 200,
    errors: [],
    bodyOptional: false,
    mayCreate: false,
    respondAsync: false,
    deprecated: false,
    tagged: false,
    whole: false,
    bodyLimit: usualBodyLimit,
    raw: false,
    stream: false,
    lines: false,
    ...declared,
    params: declared.params ?? (none as unknown as P),
    query: declared.query ?? (none as unknown as Q),
    body: declared.body ?? null,
    versioned: declared.versioned ?? null,
    multipart: declared.multipart ?? null,
  };
}

/** The checked request that a handler receives. */
export interface Input<E extends Endpoint = Endpoint> {
  params: z.output<E["params"]>;
  query: z.output<E["query"]>;
  /** `undefined` where the endpoint takes no body. */
  body: z.output<NonNullable<E["body"]>>;
  /** The revisions that `If-Match` names; `"*"` stands for any revision. */
  ifMatch?: readonly number[] | "*";
  /** The number that `Last-Event-ID` names, of a stream. */
  lastEventId?: number;
}

/** The query as a client may write it: numbers and booleans are allowed where the wire has their text. */
type Friendly<Q extends z.ZodType> = {
  [K in keyof z.input<Q>]: z.input<Q>[K] | (K extends keyof z.output<Q> ? z.output<Q>[K] : never);
};

/** One part of a request: not allowed where the endpoint has none, optional where all of its fields are optional. */
type Part<Key extends string, Value> =
  Value extends Record<string, never>
    ? { [K in Key]?: undefined }
    : Record<never, never> extends Value
      ? { [K in Key]?: Value }
      : { [K in Key]: Value };

/** The request that a client sends. */
export type Request<E extends Endpoint = Endpoint> = Part<"params", z.input<E["params"]>> &
  Part<"query", Friendly<E["query"]>> &
  (NonNullable<E["body"]> extends z.ZodUndefined
    ? { body?: undefined }
    : Part<"body", z.input<NonNullable<E["body"]>>>);

/** The body of an endpoint's successful answer. */
export type Reply<E extends Endpoint> = z.output<E["reply"]>;
