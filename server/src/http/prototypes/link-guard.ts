import type { FastifyRequest } from "fastify";
import { createLimiter } from "../../dispatch/concurrency/rate-limiter.ts";
import { hashSecret } from "../../modules/identity/key-format.ts";
import type { Db } from "../../storage/dialect.ts";
import { countedAddress } from "../connection/counted-address.ts";
import type { ServerContext } from "../server-context.ts";

/** Remembered working links; the oldest is evicted. */
const mostKnown = 10_000;

/**
 * Returns a function that resolves a token. Unknown tokens count by address, and beyond the limit are 429
 * without a lookup. Links that worked before stay exempt, since their viewers may share the address.
 */
export function linkGuard<Linked>(
  context: ServerContext,
  name: string,
  findLinked: (db: Db, token: string) => Promise<Linked | null>,
): (request: FastifyRequest, token: string) => Promise<Linked | null> {
  const failures = createLimiter(name, Math.max(1, Math.floor(context.config.rateLimit / 10)));
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
