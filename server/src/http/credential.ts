import type { Context } from "../context.ts";
import { type Actor, unauthorized } from "../modules/identity/actor.ts";
import { touchKey } from "../modules/identity/api-keys.ts";
import { checksumOk, hashSecret } from "../modules/identity/key-format.ts";
import { knownCredentials } from "../modules/identity/known-credentials.ts";
import { createLimiter, type Headers } from "./rate-limit.ts";

const rememberedKeys = 10_000;
const touchEveryMs = 60_000;

/** Who calls, and what is left of their bucket. */
export interface Caller {
  actor: Actor | null;
  headers: Headers;
}

/**
 * Tells who calls (401), then counts the call (429). Look-ups that fail drain their address's bucket, and an
 * address with an empty bucket gets no more look-ups of keys that were not good before: guessing is limited,
 * and a neighbour's mistakes don't lock people out (decisions section 1, rate limits).
 */
export function createDoor(
  context: Context,
): (authorization: string | undefined, address: string) => Promise<Caller> {
  const { rateLimit } = context.config;
  const byCredential = createLimiter("default", rateLimit);
  const byAddress = createLimiter("address", Math.max(1, Math.floor(rateLimit / 10)));
  const find = knownCredentials(context.db);
  const goodBefore = new Map<string, number>();

  const refuse = async (address: string, message: string) => {
    throw unauthorized(message, await byAddress.take(address));
  };

  return async (authorization, address) => {
    if (authorization === undefined) return { actor: null, headers: await byAddress.take(address) };
    const secret = /^bearer +(\S+)$/i.exec(authorization)?.[1];
    if (!secret) return refuse(address, "The Authorization header must be `Bearer <credential>`.");
    if (!secret.startsWith("psk_") || !checksumOk(secret))
      return refuse(address, "This is not a valid credential. Check that it was copied whole.");
    const hash = hashSecret(secret);
    if (!goodBefore.has(hash)) await byAddress.requireRest(address);
    const actor = await find(hash);
    if (!actor) {
      goodBefore.delete(hash);
      return refuse(address, "This credential is unknown, revoked or expired. Use another one.");
    }
    const headers = await byCredential.take(actor.credentialId);
    noteUse(context, goodBefore, hash, actor);
    return { actor, headers };
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
