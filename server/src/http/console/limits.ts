import type { FastifyRequest } from "fastify";
import type { SignedIn } from "../../actor.ts";
import { concurrencyLimit } from "../../dispatch/concurrency/concurrency-limit.ts";
import { createLimiter, type Headers } from "../../dispatch/concurrency/rate-limiter.ts";
import { countedBy } from "../../modules/sign-in/known.ts";
import { findSession } from "../../modules/sign-in/sessions/session.ts";
import { countedAddress } from "../connection/counted-address.ts";
import type { ServerContext } from "../server-context.ts";
import { sessionCookie } from "./session-cookie.ts";
import { knownBrowserIn } from "./session-cookies.ts";

/** Finds a console request's session and counts the request; throws 429. */
export type CountConsoleRequest = (
  request: FastifyRequest,
) => Promise<{ session: SignedIn | null; headers: Headers }>;

/**
 * Returns the function that finds the session and counts the request by session or address (429). Once an
 * address is exhausted, known browsers count separately, so that neighbours can't lock them out.
 */
export function consoleLimits(context: ServerContext): CountConsoleRequest {
  const { db, config, publicUrl } = context;
  const anonymousLimit = Math.max(1, Math.floor(config.rateLimit / 10));
  const bySession = createLimiter("session", config.rateLimit);
  const byAddress = createLimiter("console", anonymousLimit);
  const byBrowser = createLimiter("console-browser", anonymousLimit);
  const limitGuesses = concurrencyLimit(1);

  return async (request) => {
    const { cookie } = request.headers;
    const address = countedAddress(request);
    const secret = sessionCookie(publicUrl()).read(cookie);
    if (!byAddress.isEmpty(address)) {
      const session = await findSession(db, secret);
      return { session, headers: session ? bySession.take(session.sessionId) : byAddress.take(address) };
    }
    // Repeated guesses queue, which leaves the database to others.
    return limitGuesses(async () => {
      const session = await findSession(db, secret);
      if (session) return { session, headers: bySession.take(session.sessionId) };
      const from = await countedBy(db, { knownBrowser: knownBrowserIn(publicUrl(), cookie), address });
      return { session, headers: (from === address ? byAddress : byBrowser).take(from) };
    });
  };
}
