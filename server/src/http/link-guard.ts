import type { FastifyRequest } from "fastify";
import { createLimiter } from "../dispatch/limiter.ts";
import { hashSecret } from "../modules/identity/key-format.ts";
import { findLinked, type Linked } from "../modules/prototypes/token.ts";
import { countedAddress } from "./rate-limit.ts";
import type { ServerContext } from "./server-context.ts";

/** The most links that are remembered as known; the oldest makes room. */
const mostKnown = 10_000;

/**
 * Returns a function that finds what a token shows. Tokens that show nothing are counted by their address, and one that
 * sent too many is answered 429 without a look-up, but for links that have worked before: their viewers may share that
 * address with whoever guesses.
 */
export function linkGuard(
  context: ServerContext,
): (request: FastifyRequest, token: string) => Promise<Linked | null> {
  const failures = createLimiter("links", Math.max(1, Math.floor(context.config.rateLimit / 10)));
  const known = new Set<string>();
  return async (request, token) => {
    const address = countedAddress(request);
    const hash = hashSecret(token);
    if (failures.isEmpty(address) && !known.has(hash)) failures.take(address);
    const linked = await findLinked(context.db, token);
    known.delete(hash);
    if (!linked) {
      failures.tryTake(address);
      return null;
    }
    known.add(hash);
    if (known.size > mostKnown) known.delete(known.values().next().value ?? hash);
    return linked;
  };
}
