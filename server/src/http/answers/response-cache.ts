import type { Actor } from "../../actor.ts";
import type { OperationResult } from "../../dispatch/execute.ts";
import type { Credential } from "../../modules/identity/credential.ts";
import { type Db, dataVersion } from "../../storage/dialect.ts";
import { headersOfFile } from "./file-headers.ts";

/** An answer without per-request headers. */
export interface CachedResponse {
  status: number;
  etag?: string | undefined;
  /** JSON text. */
  body?: string;
  replayed?: boolean;
  /** Template of the answering route. */
  route: string;
}

export const headersOf = ({
  etag,
  body,
  replayed,
  isMinimal,
  file,
  type,
}: Omit<CachedResponse, "body" | "route"> &
  Pick<OperationResult, "file" | "type" | "isMinimal"> & { body?: unknown }): Record<string, string> => ({
  ...(etag === undefined ? {} : { etag }),
  ...(replayed ? { "idempotent-replayed": "true" } : {}),
  ...(isMinimal ? { "preference-applied": "return=minimal" } : {}),
  ...(body === undefined || file ? {} : { "content-type": `${type ?? "application/json"}; charset=utf-8` }),
  ...(type === "text/event-stream" ? { "x-accel-buffering": "no" } : {}),
  ...(file ? headersOfFile(file) : {}),
});

const dayMs = 86_400_000;

/**
 * Returns a key of everything that a cacheable `GET` depends on besides the database, including workspace and
 * scope, which one credential may vary, and the day, by which specs are overdue.
 */
export const cacheKey = (actor: Actor | undefined, url: string, ifNoneMatch: string | undefined) =>
  `${Math.floor(Date.now() / dayMs)} ${actor?.workspaceId} ${actor?.credentialId} ${actor?.scope} ${url} ${ifNoneMatch ?? ""}`;

/** Values valid until the next commit. */
export interface ResponseCache {
  /** By hash of the secret. */
  credentials: BoundedCache<Credential>;
  /** Small answers by `cacheKey`, without a place in the answer pool. */
  responses: BoundedCache<CachedResponse>;
}

const mostCredentials = 10_000;
const mostAnswers = 1_000;
const mostCharacters = 8 * 1024 * 1024; // A character takes one or two bytes.

/**
 * Returns a function that returns the current cache. Every commit of any process starts a new one, so nothing
 * needs invalidation. Get the cache before reading a value to add, or a stale one may enter a newer cache.
 * Null on PostgreSQL, which would need a round trip.
 */
export function responseCacheOf(db: Db): () => ResponseCache | null {
  const version = dataVersion(db);
  if (!version) return () => null;
  let seenVersion = version();
  let cache = emptyCache();
  return () => {
    const now = version();
    if (now !== seenVersion) cache = emptyCache();
    seenVersion = now;
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

/** Creates an LRU cache bounded by count and total size; oversized values are not stored. */
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
