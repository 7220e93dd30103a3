import { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Multipart } from "./multipart.ts";

type Shape = z.ZodObject;
const none = z.strictObject({});
export type None = typeof none;

/**
 * An endpoint as data. Routes, validation, handler and client types and the OpenAPI document derive from it.
 */
export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Minimal extends z.ZodType = z.ZodType,
> {
  /** `resource.verb`: the operationId and, for a write, the command's name. */
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** OpenAPI syntax: parameters as `{name}`. */
  path: string;
  summary: string;
  description?: string;
  tag: string;
  /** The scope that the credential needs; `none` also works without a credential. */
  scope: "none" | "read" | "write";
  params: Params;
  query: Query;
  body: Body | null;
  /** True if the body may be omitted. */
  bodyOptional: boolean;
  reply: Reply;
  status: 200 | 201;
  /** True for a PUT that answers 201 if it creates the resource (`created` in `dispatch/handlers.ts`). */
  mayCreate: boolean;
  /** The endpoint's own codes, besides the common ones. */
  errors: readonly ErrorCode[];
  /**
   * The key in the reply of a resource with a `revision`: answers carry its `ETag`, writes honour `If-Match`.
   */
  versioned: string | null;
  /** True for a list with an `ETag`, so that `If-None-Match` answers 304 before reading items. */
  tagged: boolean;
  /**
   * True for a list that answers all items if neither `limit` nor `cursor` is given, as the contract names
   * them.
   */
  whole: boolean;
  /** Bytes; `usualBodyLimit` by default. */
  bodyLimit: number;
  /** Limits of a `multipart/form-data` body, whose files are `file`; null for JSON. */
  multipart: Multipart | null;
  /** True if a successful answer is a file instead of JSON. */
  raw: boolean;
  /** True if a successful answer is an open-ended stream of server-sent events. */
  stream: boolean;
  /** True for a list that `Accept: application/x-ndjson` streams whole, one item per line. */
  lines: boolean;
  /** True if `Prefer: respond-async` may be answered by 202. */
  respondAsync: boolean;
  /** The shorter answer that `Prefer: return=minimal` asks for; null if there is none. */
  minimalReply: Minimal | null;
  /** True once replaced; the changelog names the replacement. */
  deprecated: boolean;
}

interface Declaration<
  P extends Shape,
  Q extends Shape,
  B extends z.ZodType,
  R extends z.ZodType,
  M extends z.ZodType,
> {
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
  minimalReply?: M;
  deprecated?: boolean;
}

/** Bytes. */
export const usualBodyLimit = 1024 * 1024;

/** Declares an endpoint. The scope defaults to `read` for GET and `write` otherwise (decisions section 2). */
export function endpoint<
  R extends z.ZodType,
  P extends Shape = None,
  Q extends Shape = None,
  B extends z.ZodType = z.ZodUndefined,
  M extends z.ZodType = z.ZodNever,
>(declared: Declaration<P, Q, B, R, M>): Endpoint<P, Q, B, R, M> {
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
    minimalReply: declared.minimalReply ?? null,
  };
}

/** Tests whether an operation takes an `Idempotency-Key`: every POST, and a PATCH or PUT with a JSON body. */
export const takesIdempotencyKey = ({ method, body, multipart }: Endpoint): boolean =>
  method === "POST" || ((method === "PATCH" || method === "PUT") && body !== null && multipart === null);

/** The validated request that a handler receives. */
export interface Input<E extends Endpoint = Endpoint> {
  params: z.output<E["params"]>;
  query: z.output<E["query"]>;
  /** `undefined` if the endpoint takes no body. */
  body: z.output<NonNullable<E["body"]>>;
  /** Revisions in `If-Match`; `"*"` matches any. */
  ifMatch?: readonly number[] | "*";
  /** True if `Prefer: return=minimal` asks for the endpoint's `minimalReply`. */
  returnMinimal?: true;
  /** The number in `Last-Event-ID`, for streams. */
  lastEventId?: number;
}

/** The query as clients write it: numbers and booleans are allowed for their text form. */
type Friendly<Q extends z.ZodType> = {
  [K in keyof z.input<Q>]: z.input<Q>[K] | (K extends keyof z.output<Q> ? z.output<Q>[K] : never);
};

/** A part of a request: forbidden if the endpoint has none, optional if all of its fields are. */
type Part<Key extends string, Value> =
  Value extends Record<string, never>
    ? { [K in Key]?: undefined }
    : Record<never, never> extends Value
      ? { [K in Key]?: Value }
      : { [K in Key]: Value };

export type Request<E extends Endpoint = Endpoint> = Part<"params", z.input<E["params"]>> &
  Part<"query", Friendly<E["query"]>> &
  (NonNullable<E["body"]> extends z.ZodUndefined
    ? { body?: undefined }
    : Part<"body", z.input<NonNullable<E["body"]>>>);

export type Reply<E extends Endpoint> = z.output<E["reply"]>;
/** The answer that `Prefer: return=minimal` asks for. */
export type MinimalReply<E extends Endpoint> = z.output<NonNullable<E["minimalReply"]>>;
