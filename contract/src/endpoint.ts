import { z } from "zod";
import type { ErrorCode } from "./errors.ts";

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
  /** `resource.verb`: the operationId, and the name of the command of a write. */
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `{name}` for parameters, as in the OpenAPI document. */
  path: string;
  summary: string;
  description?: string;
  tag: string;
  /** The scope that the credential needs; `none` works without a credential too. */
  scope: "none" | "read" | "write";
  params: Params;
  query: Query;
  body: Body | null;
  /** A body may be left out altogether. */
  bodyOptional: boolean;
  reply: Reply;
  status: 200 | 201;
  /** Codes of its own, beside those that every endpoint can answer. */
  errors: readonly ErrorCode[];
  /** The key in the reply of a resource with a `revision`: the answer carries an `ETag`, writes heed `If-Match`. */
  versioned: string | null;
  /** A list whose answer carries an `ETag` and which answers 304, before anything of it is read. */
  tagged: boolean;
  /** Bytes of the JSON body; 1 MiB unless said. */
  bodyLimit: number;
  /** Heeds `Prefer: respond-async`: may answer 202 before the work has ended. */
  respondAsync: boolean;
  /** Declared, answers 501. */
  planned: boolean;
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
  errors?: readonly ErrorCode[];
  versioned?: string;
  tagged?: boolean;
  bodyLimit?: number;
  respondAsync?: boolean;
  planned?: boolean;
}

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
    respondAsync: false,
    planned: false,
    tagged: false,
    bodyLimit: 1024 * 1024,
    ...declared,
    params: declared.params ?? (none as unknown as P),
    query: declared.query ?? (none as unknown as Q),
    body: declared.body ?? null,
    versioned: declared.versioned ?? null,
  };
}

/** What a handler receives: the checked request. */
export interface Input<E extends Endpoint = Endpoint> {
  params: z.output<E["params"]>;
  query: z.output<E["query"]>;
  /** `undefined` where the endpoint takes no body. */
  body: z.output<NonNullable<E["body"]>>;
  /** The revisions that `If-Match` names; `"*"` matches any. */
  ifMatch?: readonly number[] | "*";
}

/** A query is text on the wire; a client may give the number or boolean that the text stands for. */
type Friendly<Q extends z.ZodType> = {
  [K in keyof z.input<Q>]: z.input<Q>[K] | (K extends keyof z.output<Q> ? z.output<Q>[K] : never);
};

/** A part of a request: not allowed where the endpoint has none, optional where nothing in it is required. */
type Part<Key extends string, Value> =
  Value extends Record<string, never>
    ? { [K in Key]?: undefined }
    : Record<never, never> extends Value
      ? { [K in Key]?: Value }
      : { [K in Key]: Value };

/** What a client sends. */
export type Request<E extends Endpoint = Endpoint> = Part<"params", z.input<E["params"]>> &
  Part<"query", Friendly<E["query"]>> &
  (NonNullable<E["body"]> extends z.ZodUndefined
    ? { body?: undefined }
    : Part<"body", z.input<NonNullable<E["body"]>>>);

/** What an endpoint answers on success. */
export type Reply<E extends Endpoint> = z.output<E["reply"]>;
