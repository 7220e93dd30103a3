import type { Actor } from "../actor.ts";
import { concurrencyLimit } from "../dispatch/concurrency/concurrency-limit.ts";
import { createLimiter, type Headers } from "../dispatch/concurrency/rate-limiter.ts";
import { unauthorized } from "../errors.ts";
import { type Credential, hasExpired } from "../modules/identity/credential.ts";
import { kindOfActor, kindOfSecret } from "../modules/identity/credential-kinds.ts";
import { hashSecret } from "../modules/identity/key-format.ts";
import { type ResponseCache, responseCacheOf } from "./answers/response-cache.ts";
import { countedAddress, type Sender } from "./connection/counted-address.ts";
import type { ServerContext } from "./server-context.ts";

const mostKeys = 10_000;
const touchEveryMs = 60_000;

/** The caller and the rate-limit headers of their bucket. */
export interface Caller {
  actor: Actor | null;
  headers: Headers;
  /** The cache generation in which the actor was found. */
  cache: ResponseCache | null;
  /** Unix milliseconds. */
  expiresAt: number | null;
}

/** The endpoints that a use of a credential is recorded for. */
type Place = "api" | "mcp";

export interface Authenticator {
  authenticate(sender: Sender, authorization: string | undefined, place?: Place): Caller | Promise<Caller>;
  /** Returns the credential's caller as of the last commit; null if it must be looked up. */
  fromCache(connection: object, authorization: string): CachedCaller | null;
}

export interface CachedCaller {
  actor: Actor;
  cache: ResponseCache;
  /** Counts the call; throws 429. */
  countCall(): Headers;
}

/**
 * Identifies the caller (401), then counts the call (429) by credential, by anonymous address, or by address
 * with invalid credentials to limit guessing. The address buckets never refuse a valid credential (decisions
 * section 1, rate limits). Synchronous unless a lookup is needed, since a promise costs as much as the rest.
 */
export function createAuthenticator(context: ServerContext): Authenticator {
  const { rateLimit } = context.config;
  const byCredential = createLimiter("default", rateLimit);
  const ofAddress = Math.max(1, Math.floor(rateLimit / 10));
  const anonymous = createLimiter("address", ofAddress);
  const failed = createLimiter("failed", ofAddress);
  const limitGuesses = concurrencyLimit(1);
  const currentCache = responseCacheOf(context.db);
  const lastUses = { api: new Map<string, number>(), mcp: new Map<string, number>() };
  const hashOf = hashesOfConnections();

  const refusal = (address: string, message: string) => unauthorized(message, failed.take(address));

  const accept = (
    found: Credential | null,
    address: () => string,
    cache: ResponseCache | null,
    place: Place = "api",
  ): Caller => {
    if (!found || hasExpired(found))
      throw refusal(address(), "This credential is unknown, revoked or expired. Use another one.");
    const { actor } = found;
    const headers = byCredential.take(actor.credentialId);
    recordUse(context, lastUses[place], actor, place === "mcp");
    return { actor, headers, cache, expiresAt: found.expiresAt };
  };

  const authenticate: Authenticator["authenticate"] = (sender, authorization, place) => {
    if (authorization === undefined)
      return { actor: null, headers: anonymous.take(countedAddress(sender)), cache: null, expiresAt: null };
    const hash = hashOf(sender.socket, authorization);
    if (!hash)
      throw refusal(countedAddress(sender), "The Authorization header must be `Bearer <credential>`.");
    const cache = currentCache();
    const cached = cache?.credentials.get(hash);
    if (cached) return accept(cached, () => countedAddress(sender), cache, place);
    const address = countedAddress(sender); // Read now, as a connection closed during the lookup has no address.
    const kind = kindOfSecret(secretOf(authorization) ?? "");
    if (!kind) throw refusal(address, "This is not a valid credential. Check that it was copied whole.");
    const lookUp = () => kind.find(context.db, hash);
    // Repeated guesses queue, which leaves the database to others.
    const lookingUp = failed.isEmpty(address) ? limitGuesses(lookUp) : lookUp();
    return lookingUp.then((found) => {
      if (found) cache?.credentials.set(hash, found);
      return accept(found, () => address, cache, place);
    });
  };

  const fromCache: Authenticator["fromCache"] = (connection, authorization) => {
    const hash = hashOf(connection, authorization);
    if (hash === undefined) return null;
    const cache = currentCache();
    const found = cache?.credentials.get(hash);
    if (!cache || !found || hasExpired(found)) return null;
    return { actor: found.actor, cache, countCall: () => accept(found, () => "", cache).headers };
  };

  return { authenticate, fromCache };
}

const secretOf = (authorization: string) => /^bearer +(\S+)$/i.exec(authorization)?.[1];

/** Returns a function that hashes a header's credential, memoized per connection. */
function hashesOfConnections(): (connection: object, authorization: string) => string | undefined {
  const lastOf = new WeakMap<object, { authorization: string; hash: string }>();
  return (connection, authorization) => {
    const last = lastOf.get(connection);
    if (last?.authorization === authorization) return last.hash;
    const secret = secretOf(authorization);
    if (secret === undefined) return undefined;
    const hash = hashSecret(secret);
    lastOf.set(connection, { authorization, hash });
    return hash;
  };
}

/** Records a credential's use in the background, at most once a minute and place. */
function recordUse(
  { writer, log }: ServerContext,
  lastUses: Map<string, number>,
  actor: Actor,
  isMcp: boolean,
): void {
  const { workspaceId, credentialId: id } = actor;
  const last = lastUses.get(id);
  const now = Date.now();
  if (last !== undefined && now - last < touchEveryMs) return;
  lastUses.delete(id);
  lastUses.set(id, now);
  if (lastUses.size > mostKeys) lastUses.delete(lastUses.keys().next().value ?? id);
  writer
    .run(kindOfActor(actor).recordUse, { workspaceId, id, isMcp })
    .catch((error) => log.warn({ err: error }, "lastUsedAt was not written"));
}
