import type { Context } from "../context.ts";
import {
  type Actor,
  type Credential,
  credentialByHash,
  hasExpired,
  unauthorized,
} from "../modules/identity/actor.ts";
import { touchKey } from "../modules/identity/api-keys.ts";
import { checksumOk, hashSecret } from "../modules/identity/key-format.ts";
import { type Memory, memoryOf } from "./memory.ts";
import { createLimiter, type Headers } from "./rate-limit.ts";

const rememberedKeys = 10_000;
const touchEveryMs = 60_000;

/** Who calls, and what is left of their bucket. */
export interface Caller {
  actor: Actor | null;
  headers: Headers;
  /** Of the database as it was when the actor was found. */
  memory: Memory | null;
}

export interface Door {
  enter(connection: object, authorization: string | undefined, address: string): Caller | Promise<Caller>;
  /** Who sent this credential before, while nobody has committed since; null where it has to be looked up. */
  recall(connection: object, authorization: string): Known | null;
}

export interface Known {
  actor: Actor;
  memory: Memory;
  /** Counts the call (429). */
  admit(): Headers;
}

/**
 * Tells who calls (401), then counts the call (429). Look-ups that fail drain their address's bucket, and an
 * address with an empty bucket gets no more look-ups of keys that were not good before: guessing is limited,
 * and a neighbour's mistakes don't lock people out (decisions section 1, rate limits). Only who has to be looked up
 * is told later: a promise costs as much as all the rest.
 */
export function createDoor(context: Context): Door {
  const { rateLimit } = context.config;
  const byCredential = createLimiter("default", rateLimit);
  const byAddress = createLimiter("address", Math.max(1, Math.floor(rateLimit / 10)));
  const memoryNow = memoryOf(context.db);
  const goodBefore = new Map<string, number>();
  const hashOf = hashesOfConnections();

  const refusal = (address: string, message: string) => unauthorized(message, byAddress.take(address));

  const admit = (found: Credential | null, hash: string, address: string, memory: Memory | null): Caller => {
    if (!found || hasExpired(found)) {
      goodBefore.delete(hash);
      throw refusal(address, "This credential is unknown, revoked or expired. Use another one.");
    }
    const { actor } = found;
    const headers = byCredential.take(actor.credentialId);
    noteUse(context, goodBefore, hash, actor);
    return { actor, headers, memory };
  };

  const enter: Door["enter"] = (connection, authorization, address) => {
    if (authorization === undefined) return { actor: null, headers: byAddress.take(address), memory: null };
    const hash = hashOf(connection, authorization);
    if (!hash) throw refusal(address, "The Authorization header must be `Bearer <credential>`.");
    const memory = memoryNow();
    const known = memory?.credentials.get(hash);
    if (known) return admit(known, hash, address, memory);
    if (!isWellFormed(authorization))
      throw refusal(address, "This is not a valid credential. Check that it was copied whole.");
    if (!goodBefore.has(hash)) byAddress.requireRest(address);
    return credentialByHash(context.db, hash).then((found) => {
      if (found) memory?.credentials.set(hash, found);
      return admit(found, hash, address, memory);
    });
  };

  const recall: Door["recall"] = (connection, authorization) => {
    const hash = hashOf(connection, authorization);
    if (hash === undefined) return null;
    const memory = memoryNow();
    const found = memory?.credentials.get(hash);
    if (!memory || !found || hasExpired(found)) return null;
    return { actor: found.actor, memory, admit: () => admit(found, hash, "", memory).headers };
  };

  return { enter, recall };
}

const secretOf = (authorization: string) => /^bearer +(\S+)$/i.exec(authorization)?.[1];

function isWellFormed(authorization: string): boolean {
  const secret = secretOf(authorization) ?? "";
  return secret.startsWith("psk_") && checksumOk(secret);
}

/** The hash of a header's credential. A connection mostly sends the same one again; it is hashed once. */
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

/** `lastUsedAt` is written at most once a minute, beside the request. */
function noteUse(
  { writer, log }: Context,
  goodBefore: Map<string, number>,
  hash: string,
  actor: Actor,
): void {
  const last = goodBefore.get(hash);
  const now = Date.now();
  if (last !== undefined && now - last < touchEveryMs) return;
  goodBefore.delete(hash);
  goodBefore.set(hash, now);
  if (goodBefore.size > rememberedKeys) goodBefore.delete(goodBefore.keys().next().value ?? hash);
  const input = { workspaceId: actor.workspaceId, id: actor.credentialId };
  writer
    .run({ name: touchKey.name, actor: null, input })
    .catch((error) => log.warn({ err: error }, "lastUsedAt was not written"));
}
