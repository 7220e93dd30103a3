import type { Actor } from "../actor.ts";
import type { OperationResult } from "../dispatch/execute.ts";
import type { Credential } from "../modules/identity/credential.ts";
import { type Db, dataVersion } from "../storage/dialect.ts";
import { headersOfFile } from "./file-headers.ts";

/** An answer without the headers that differ between requests. */
export interface CachedResponse {
  status: number;
  etag?: string | undefined;
  /** The JSON text. */
  body?: string;
  replayed?: boolean;
  /** The template of the route that answered. */
  route: string;
}

/** Returns the headers that belong to an answer itself. */
export const headersOf = ({
  etag,
  body,
  replayed,
  file,
  type,
}: Omit<CachedResponse, "body" | "route"> &
  Pick<OperationResult, "file" | "type"> & { body?: unknown }): Record<string, string> => ({
  ...(etag === undefined ? {} : { etag }),
  ...(replayed ? { "idempotent-replayed": "true" } : {}),
  ...(body === undefined || file ? {} : { "content-type": `${type ?? "application/json"}; charset=utf-8` }),
  ...(type === "text/event-stream" ? { "x-accel-buffering": "no" } : {}),
  ...(file ? headersOfFile(file) : {}),
});

/**
 * Returns the key of everything that a cacheable answer to a `GET` depends on, except the database. A session of the
 * console acts in several workspaces, and a token may have less than its connection: both are part of it.
 */
export const cacheKey = (actor: Actor | undefined, url: string, ifNoneMatch: string | undefined) =>
  `${actor?.workspaceId} ${actor?.credentialId} ${actor?.scope} ${url} ${ifNoneMatch ?? ""}`;

/** The values that hold until the next commit to the database. */
export interface ResponseCache {
  /** The credentials by the hash of their secret. */
  credentials: BoundedCache<Credential>;
  /** The small answers by `cacheKey`: those that need no place in the pool of unread answers. */
  responses: BoundedCache<CachedResponse>;
}

const mostCredentials = 10_000;
const mostAnswers = 1_000;
const mostCharacters = 8 * 1024 * 1024; // A character takes one byte or two.

/**
 * Returns a function that returns the current cache. Each commit, of any process, starts a new one, so that a
 * revocation, a changed role or share, or any other write counts at the next request, and nothing has to be
 * invalidated. Whoever adds a value must get the cache before reading the value, so that no value
 * of before a commit gets into the cache of after it. Null on PostgreSQL, which would have to be asked over the network.
 */
export function responseCacheOf(db: Db): () => ResponseCache | null {
  const version = dataVersion(db);
  if (!version) return () => null;
  let at = version();
  let cache = emptyCache();
  return () => {
    const now = version();
    if (now !== at) cache = emptyCache();
    at = now;
    return cache;
  };
}

function emptyCache(): ResponseCache {
  const sizeOf = (name: string, { body = "" }: CachedResponse) => name.length + body.length;
  return {
    credentials: boundedCache(mostCredentials, mostCredentials, () => 1),
    responses: boundedCache(mostAnswers, mostCharacters, sizeOf),
  };
}

export interface BoundedCache<V> {
  get(name: string): V | undefined;
  set(name: string, value: V): void;
}

/**
 * Creates a cache of limited number and total size; the oldest values make room, and one that is too large is not kept.
 */
export function boundedCache<V>(
  most: number,
  largest: number,
  sizeOf: (name: string, value: V) => number,
): BoundedCache<V> {
  const values = new Map<string, V>();
  let size = 0;
  return {
    get: (name) => values.get(name),
    set(name, value) {
      const own = sizeOf(name, value);
      if (own > largest || values.has(name)) return;
      values.set(name, value);
      size += own;
      for (const [oldest, old] of values) {
        if (values.size <= most && size <= largest) break;
        values.delete(oldest);
        size -= sizeOf(oldest, old);
      }
    },
  };
}
